/** Recognises stack traces and places of source files in a text, of any common runtime; a path alone is none. */

const signs: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a stack frame of JavaScript', /(?:^|\n)\s*at (?:async )?(?:\S+ (?:\[as \S+\] )?\(.*:\d+:\d+\)|(?:file:|node:|\/|[A-Za-z]:\\)\S*:\d+:\d+)/],
  ['a traceback of Python', /Traceback \(most recent call last\)|File "[^"\n]+", line \d+/],
  ['a stack frame of Java', /(?:^|\n)\s*at [\w$.]+\([\w$]+\.(?:java|kt|scala):\d+\)/],
  ['a stack frame of .NET', /(?:^|\n)\s*at .+ in .+\.(?:cs|fs|vb):line \d+/],
  ['a stack of Go', /goroutine \d+ \[|\.go:\d+ \+0x[0-9a-f]+/],
  ['a backtrace of Rust', /panicked at .+\.rs:\d+/],
  ['a stack frame of Ruby or PHP', /\.rb:\d+:in |\.php:\d+\n|#\d+ \S+\.php\(\d+\)/],
  ['the place of an installed module', /(?:^|[\s"'(:])(?:file:\/\/)?(?:[A-Za-z]:)?[\\/][^\s"']*[\\/](?:node_modules|site-packages|dist-packages|\.cargo[\\/]registry)[\\/]/],
]

/** What of that kind stands in it, each once. */
export function disclosuresIn(text: string): string[] {
  return signs.filter(([, pattern]) => pattern.test(text)).map(([what]) => what)
}
