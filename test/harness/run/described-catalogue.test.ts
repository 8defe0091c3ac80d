import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { cases, requirements } from '../../../cases/index.ts'
import { explainCommand } from '../../../harness/commands/explain.ts'
import { listCommand } from '../../../harness/commands/list.ts'
import type { Terminal } from '../../../harness/commands/terminal.ts'
import { createCatalogue } from '../../../harness/run/catalogue.ts'
import { describedText, readDescribed } from '../../../harness/run/described-catalogue.ts'
import type { DescribedCatalogue } from '../../../harness/run/described-catalogue.ts'

const catalogue = createCatalogue({ cases, requirements })
const folder = mkdtempSync(join(tmpdir(), 'handoff-described-'))
t.teardown(() => { rmSync(folder, { recursive: true, force: true }) })

function fileOf(name: string, text: string): URL {
  writeFileSync(join(folder, name), text)
  return pathToFileURL(join(folder, name))
}

function said(work: (terminal: Terminal) => void): string {
  let text = ''
  const out = (more: string): void => { text += more }
  work({ out, err: out, env: {}, color: false, columns: 80, live: undefined, liveColor: false, flushed: async () => undefined })
  return text
}

t.test('what a build writes says of every case what the catalogue says', async (t) => {
  const described = readDescribed(fileOf('good.json', describedText(catalogue, '1.2.3')), '1.2.3')
  if (described === undefined) {
    t.fail('it is not read')
    return
  }
  const both = (say: (terminal: Terminal, from: DescribedCatalogue) => void): void => {
    t.equal(said((terminal) => { say(terminal, described) }), said((terminal) => { say(terminal, catalogue) }))
  }
  both((terminal, from) => { listCommand(terminal, from, {}) })
  both((terminal, from) => { listCommand(terminal, from, { json: true, only: ['auth.*'] }) })
  for (const { id } of cases) both((terminal, from) => { explainCommand(terminal, from, id) })
})

t.test('a file that is missing, broken or of another version is not read', async (t) => {
  t.equal(readDescribed(pathToFileURL(join(folder, 'nowhere.json')), '1'), undefined)
  t.equal(readDescribed(fileOf('broken.json', '{'), '1'), undefined)
  t.equal(readDescribed(fileOf('other.json', describedText(catalogue, '1')), '2'), undefined)
})

t.test('explain says of every case what is sent, expected, why, what failing means, how to fix it, and by whose word', async (t) => {
  for (const { id, requirements: named, explain } of cases) {
    const text = said((terminal) => { explainCommand(terminal, catalogue, id) })
    for (const label of ['Sends:', 'Expects:', 'Why:', 'Failing:', 'Fix:', 'Requirements', 'Run it alone:']) t.ok(text.includes(label), `${id}: ${label}`)
    for (const each of named) t.ok(text.includes(catalogue.requirement(each)?.url ?? 'no such requirement'), `${id}: ${each}`)
    for (const part of Object.values(explain)) t.match(part, /[.!?)`"]$/, `${id}: whole sentences`)
  }
})
