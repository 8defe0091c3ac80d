/** The looks of the page. Everything that differs between light and dark is a variable; nothing is told by colour alone. */

export const pageStyle = `
:root{color-scheme:light dark;--ground:#fff;--panel:#f6f7f9;--ink:#1b1f24;--soft:#57606a;--edge:#d0d7de;--link:#0550ae;
--good:#116329;--bad:#a40e26;--unsure:#7a4b00;--calm:#44546a;--violet:#5e3a9e;
--good-ground:#dafbe1;--bad-ground:#ffe2e0;--unsure-ground:#fff1c9;--calm-ground:#e6ebf1;--violet-ground:#ece4fb;--off:#e1e4e8}
@media (prefers-color-scheme:dark){:root{--ground:#0f141a;--panel:#171d25;--ink:#e6edf3;--soft:#a5b0bc;--edge:#303a46;--link:#7cb8ff;
--good:#7ee2a0;--bad:#ffa8a1;--unsure:#f2cc60;--calm:#b8c5d6;--violet:#cfb8ff;
--good-ground:#12351f;--bad-ground:#4a1518;--unsure-ground:#3b2d05;--calm-ground:#26303c;--violet-ground:#31244d;--off:#2a323c}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1rem clamp(.75rem,3vw,2rem) 4rem;max-width:76rem;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-100vw}.skip:focus{left:.5rem;top:.5rem;background:var(--ground);padding:.5rem}
code,pre{font-family:ui-monospace,"DejaVu Sans Mono",monospace;font-size:.875em}
code,dd,li,p,h1,.title{overflow-wrap:anywhere}
.product{margin:0;color:var(--soft);font-weight:600}
h1{margin:0 0 .75rem;font-size:clamp(1.5rem,5vw,2.25rem);line-height:1.2}
h1.good{color:var(--good)}h1.bad{color:var(--bad)}h1.unsure{color:var(--unsure)}
h2{margin:2rem 0 .75rem;font-size:1.25rem}h3{margin:1rem 0 .25rem;font-size:.9375rem}
h3 small{font-weight:400;color:var(--soft)}
.facts{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;margin:0}
.facts div{display:flex;gap:.4rem;min-width:0}.facts dt{color:var(--soft)}.facts dd{margin:0}
.note{margin-top:1.5rem;padding:.25rem 1rem;border-left:.3rem solid var(--unsure);background:var(--panel)}.note h2{margin:.5rem 0;font-size:1.0625rem}
.scroll{overflow-x:auto}
.matrix{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
.matrix th,.matrix td{padding:.35rem .6rem;border-bottom:1px solid var(--edge);text-align:left;white-space:nowrap}
.matrix .number{text-align:right}.matrix thead th{vertical-align:bottom;font-weight:600}.matrix tfoot th,.matrix tfoot td{border-bottom:0;font-weight:700}
.matrix td.zero{color:var(--soft);font-weight:400}.matrix td.failed{background:var(--bad-ground);color:var(--bad);font-weight:700}
.matrix td.unclear,.matrix td.unrun,.matrix td.warned{background:var(--unsure-ground);color:var(--unsure);font-weight:700}
.matrix td.expected{background:var(--violet-ground);color:var(--violet);font-weight:700}
.matrix .bar{width:22%;min-width:7rem}.bar svg{display:block;width:100%;height:.75rem;border-radius:.2rem}
.bar .passed{fill:var(--good)}.bar .failed{fill:var(--bad)}.bar .warned,.bar .unclear,.bar .unrun{fill:var(--unsure)}.bar .expected{fill:var(--violet)}.bar .excluded{fill:var(--off)}
.mark{display:inline-block;padding:0 .5em;border-radius:1em;font-size:.8125rem;font-weight:600;white-space:nowrap;background:var(--calm-ground);color:var(--calm)}
.mark.passed{background:var(--good-ground);color:var(--good)}.mark.failed{background:var(--bad-ground);color:var(--bad)}
.mark.warned,.mark.unclear,.mark.unrun{background:var(--unsure-ground);color:var(--unsure)}.mark.expected{background:var(--violet-ground);color:var(--violet)}
.filter{display:flex;flex-wrap:wrap;gap:.4rem;margin:0 0 .75rem;padding:0;border:0}.filter legend{float:left;width:5.25rem;padding:.25rem 0;color:var(--soft)}
.filter label{position:relative;cursor:pointer}.filter input{position:absolute;inset:0;opacity:0;margin:0;cursor:pointer}
.filter span{display:block;padding:.25rem .7rem;border:1px solid var(--edge);border-radius:2em;background:var(--panel)}
.filter small{color:var(--soft)}.filter input:checked+span{border-color:var(--link);box-shadow:inset 0 0 0 1px var(--link);font-weight:600}
.filter input:focus-visible+span{outline:3px solid var(--link);outline-offset:2px}
.empty{display:none;padding:1rem;background:var(--panel)}
.cases{list-style:none;margin:0;padding:0}.case{border-bottom:1px solid var(--edge)}
.case summary,.line{margin:0;padding:.5rem .25rem}.case summary{cursor:pointer}.case summary::marker{color:var(--soft)}
.case code{font-weight:600}.line code{font-weight:400}.suite{color:var(--soft);font-size:.875rem}.suite::before{content:"· "}
.why{display:block;color:var(--soft);font-size:.9375rem}
.inside{margin:0 0 1rem;padding:.25rem 1rem 1rem;border-left:.3rem solid var(--edge);background:var(--panel)}
.failed>details>.inside{border-color:var(--bad)}.expected>details>.inside{border-color:var(--violet)}
.warned>details>.inside,.unclear>details>.inside,.unrun>details>.inside{border-color:var(--unsure)}
.violation{margin-top:.75rem}.requirement{margin:0}.level{font-size:.8125rem;font-weight:700;letter-spacing:.02em}.source{white-space:normal}
.statement{margin:.1rem 0 .4rem;color:var(--soft)}
.seen,.advice{display:grid;grid-template-columns:max-content 1fr;gap:.15rem .9rem;margin:.35rem 0;padding:.4rem .75rem;border:1px solid var(--edge);border-radius:.3rem;background:var(--ground)}
.seen dt,.advice dt{color:var(--soft)}.seen dd,.advice dd{margin:0;min-width:0}.seen .actual{color:var(--bad);font-weight:600}
.advice{margin-top:.75rem}
pre{margin:.25rem 0;padding:.6rem .75rem;border:1px solid var(--edge);border-radius:.3rem;background:var(--ground);white-space:pre-wrap;overflow-wrap:anywhere}
pre.lines{white-space:pre;overflow-x:auto}
ins,del{text-decoration:none;font-weight:600}pre ins,pre del{display:inline-block;width:100%}
ins{background:var(--bad-ground);color:var(--bad)}del{background:var(--good-ground);color:var(--good)}
.legend{margin:.25rem 0;color:var(--soft);font-size:.875rem}.command{margin:.5rem 0 0}
.history{margin:.75rem 0}.history svg{display:block;width:100%;min-width:44rem;border:1px solid var(--edge);border-radius:.3rem;background:var(--ground)}
.history figcaption{color:var(--soft);font-size:.875rem}
.history text{font:12px ui-monospace,"DejaVu Sans Mono",monospace;fill:var(--ink)}.history .axis{fill:var(--soft)}.history .track{stroke:var(--edge)}
.operation rect{fill:var(--calm);stroke:var(--calm)}.operation.open rect{fill:none;stroke-dasharray:4 3}
.operation.unplaced rect{fill:var(--bad);stroke:var(--bad)}.operation.unplaced text{fill:var(--bad);font-weight:700}
@media (max-width:40rem){.seen,.advice{grid-template-columns:1fr;gap:0}.seen dd,.advice dd{margin-bottom:.35rem}.inside{padding:.25rem .6rem 1rem}.case .title{display:block}.matrix th,.matrix td{padding:.35rem .45rem}.filter legend{float:none;width:auto}}
@media print{.filter,.skip{display:none}}
`.replaceAll('\n', '')
