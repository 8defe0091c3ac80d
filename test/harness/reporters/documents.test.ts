/** Reports that other programs read are held against what those programs go by: schemas, and XML's own rules. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import t from 'tap'
import { validateXML } from 'xmllint-wasm'
import { redactText, redactValue } from '../../../harness/evidence/redact.ts'
import { createSecretRegistry } from '../../../harness/evidence/secrets.ts'
import { reporterNames, reporters } from '../../../harness/reporters/reporters.ts'
import { oddRecords, plain, richRecord } from './sample.ts'

const folder = join(import.meta.dirname, 'schemas')
const text = (name: string): string => readFileSync(join(folder, name), 'utf8')

/** Of draft 4 and draft 7; neither uses what these understand differently. */
function validator(name: string) {
  const { $schema: _, id: _id, ...schema } = JSON.parse(text(name)) as Record<string, unknown>
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats.default(ajv)
  return ajv.compile(schema)
}
const [isSarif, isCtrf] = [validator('sarif-schema-2.1.0.json'), validator('ctrf.schema.json')]
const xsd = text('junit-10.xsd')

/** All at once, for each start of the validator costs more than what it does. @returns What is wrong; nothing where all are XML and fit the schema. */
async function xmlErrors(documents: Readonly<Record<string, string>>, schema: string): Promise<string[]> {
  const xml = Object.values(documents).map((contents, at) => ({ fileName: `document-${at}.xml`, contents }))
  const { valid, errors, rawOutput } = await validateXML({ xml, schema: [{ fileName: 'schema.xsd', contents: schema }], initialMemoryPages: 1_024, maxMemoryPages: 16_384 })
  if (valid) return []
  return errors.length === 0 ? [rawOutput] : errors.map(({ message, loc }) => `${Object.keys(documents)[Number(/\d+/.exec(loc?.fileName ?? '')?.[0])] ?? ''}: ${message}`)
}

const hostile = [
  '\u001b[2J\u001b]0;owned\u0007\u009b31m', '\r\n::error::forged', '%0A::error::forged', ']]><script>alert(1)</script><![CDATA[', '</script></style></pre></details>',
  '<!-- --> <!DOCTYPE x> &amp; &#0; "\' onload=x', '\u202e\u2066\u200b\ufeff', '\ud800 \udc00 \ufffe\uffff\u0000', '\u{1f600}', '```\n# heading | cell | @someone [x](javascript:alert(1))', '${x} {{x}} <%= x %>',
].join(' ')

t.test('the schemas are those that their origin names', async (t) => {
  const { files } = JSON.parse(text('origin.json')) as { readonly files: readonly { readonly file: string; readonly sha256: string }[] }
  for (const { file, sha256 } of files) t.equal(createHash('sha256').update(readFileSync(join(folder, file))).digest('hex'), sha256, file)
})

t.test('the validators refuse what is wrong', async (t) => {
  t.notOk(isSarif({ version: '2.1.0', runs: [{ tool: {} }] }))
  t.notOk(isCtrf({ results: {} }))
  t.match(await xmlErrors({ good: '<testsuites/>', bad: '<testsuites><testcase/></testsuites>' }, xsd), [/^bad: .*testcase/])
  t.match(await xmlErrors({ half: '<testsuites>' }, xsd), [/^half: /])
})

t.test('SARIF, CTRF and JUnit fit their schemas, whatever the record', async (t) => {
  const junit: Record<string, string> = {}
  for (const [what, run] of Object.entries({ ...oddRecords(), 'hostile text': richRecord(hostile), 'a megabyte': richRecord(`${hostile}${'x'.repeat(1_000_000)}`) })) {
    t.ok(isSarif(JSON.parse(reporters.sarif(run, plain))), `SARIF of ${what}: ${JSON.stringify(isSarif.errors?.slice(0, 3))}`)
    t.ok(isCtrf(JSON.parse(reporters.ctrf(run, plain))), `CTRF of ${what}: ${JSON.stringify(isCtrf.errors?.slice(0, 3))}`)
    junit[what] = reporters.junit(run, plain)
  }
  t.same(await xmlErrors(junit, xsd), [])
})

t.test('a badge is XML, says what the run showed, and loads nothing', async (t) => {
  const texts: Readonly<Record<string, string>> = {
    'a run with everything': '3 failed', 'an interrupted run': '3 failed, incomplete', 'nothing at all': 'nothing tested', 'only what does not apply': 'nothing tested', 'an expired expectation': '4 failed',
  }
  const badges: Record<string, string> = {}
  for (const [what, run] of Object.entries({ ...oddRecords(), 'hostile text': richRecord(hostile) })) {
    const svg = reporters.badge(run, plain)
    badges[what] = svg
    const expected = texts[what]
    if (expected !== undefined) t.match(svg, `<title>handoff conformance: ${expected}</title>`, what)
    t.notMatch(svg, /<script|href|url\((?!#)|@import/i)
  }
  t.same(await xmlErrors(badges, anyElement), [])
  const results = richRecord().results.filter(({ outcome }) => outcome === 'pass')
  t.match(reporters.badge({ ...richRecord(), results, unexpected: [] }, plain), '<title>handoff conformance: 2 passed</title>')
})

const anyElement = '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/2000/svg"><xs:element name="svg"><xs:complexType><xs:sequence><xs:any processContents="skip" minOccurs="0" maxOccurs="unbounded"/></xs:sequence><xs:anyAttribute processContents="skip"/></xs:complexType></xs:element></xs:schema>'

t.test('whatever stands in a record, no report lets it act', async (t) => {
  for (const name of reporterNames) {
    for (const isFile of [false, true]) {
      const run = richRecord(hostile)
      const report = reporters[name](run, { ...plain, isFile })
      t.notMatch(report, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/, `${name}: nothing hidden`)
      t.equal(report.toWellFormed(), report, `${name}: no half of a pair`)
      t.notMatch(report, /^::error::forged/m, `${name}: no forged command`)
      if (name === 'html' || name === 'junit' || name === 'badge') t.notMatch(report, /<script|<!\[CDATA|<\/style>(?!\n<\/head>)/i, `${name}: no markup`)
    }
  }
})

t.test('what was redacted before it was rendered is not redacted again, so that no report loses what stands behind it', async (t) => {
  const none = createSecretRegistry()
  const run = redactValue(richRecord(' said Set-Cookie: sid=1; and went on'), (each) => redactText(each, none))
  for (const name of reporterNames) {
    const report = reporters[name](run, { ...plain, isFile: true })
    t.equal(redactText(report, none), report, name)
  }
})

t.test('a megabyte in one text stays a small report', async (t) => {
  const run = richRecord('y'.repeat(1_000_000))
  for (const name of reporterNames) if (name !== 'json') t.ok(reporters[name](run, plain).length < 600_000, `${name}: ${reporters[name](run, plain).length}`)
})

t.test('no reporter throws on a record, whatever its shape', async (t) => {
  for (const [what, run] of Object.entries(oddRecords())) for (const name of reporterNames) for (const isFile of [false, true]) t.ok(reporters[name](run, { ...plain, isFile }).length > 0, `${name}: ${what}`)
})
