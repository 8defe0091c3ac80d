/**
 * URIs that try to lead out of what a server offers, to a file that every host has (2026-07-28 server/resources
 * "Security Considerations"). Only what plainly is that file counts; nothing of it is ever kept or shown.
 */
import type { Peer } from '../../../harness/peer/peer.ts'
import type { Survey } from '../../../harness/peer/survey.ts'
import type { CaseContext } from '../../../harness/run/case.ts'
import { isJsonObject } from '../../../harness/wire/json.ts'
import { needTelling } from '../answers.ts'
import { resourceSurvey } from './resource-checks.ts'
import { schemeOf } from '../formats/uri.ts'

interface Lure {
  readonly input: string
  readonly uri: string
}

const up = '../../../../../../../../../../'
const target = 'etc/passwd'
/** Ways to write the path; each is put where a path or a variable stands. */
const paths: readonly [input: string, path: string][] = [
  ['parent folders', `${up}${target}`],
  ['encoded dots', `${up.replaceAll('.', '%2e')}${target}`],
  ['encoded slashes', `${up}${target}`.replaceAll('/', '%2f')],
  ['encoded twice', `${up}${target}`.replaceAll('.', '%252e').replaceAll('/', '%252f')],
  ['backslashes', `${up}${target}`.replaceAll('/', '%5c')],
  ['an absolute path', `/${target}`],
  ['an absolute path, encoded', `%2f${target.replaceAll('/', '%2f')}`],
]

/** Absolute addresses of a system file, without any way round. */
export const hostFiles: readonly Lure[] = [
  { input: 'the absolute address of a system file', uri: `file:///${target}` },
  { input: 'the absolute address of a system file on Windows', uri: 'file:///C:/Windows/win.ini' },
]

const maxPlaces = 3

/** Made from the target's own templates and resources, and from the file scheme. */
export function lures({ resources, templates }: Survey): readonly Lure[] {
  const made: Lure[] = paths.map(([input, path]) => ({ input: `file scheme, ${input}`, uri: `file:///${path.replace(/^\//, '')}` }))
  const uriTemplates = templates.items.map(({ uriTemplate }) => uriTemplate).filter((each) => typeof each === 'string').slice(0, maxPlaces)
  for (const [index, template] of uriTemplates.entries()) {
    if (!template.includes('{')) continue
    for (const [input, path] of paths) made.push({ input: `template ${index + 1}, ${input}`, uri: template.replaceAll(/\{[^{}]*\}/g, path) })
  }
  const uris = resources.items.map(({ uri }) => uri).filter((each) => typeof each === 'string' && schemeOf(each) !== undefined).slice(0, maxPlaces)
  for (const [index, uri] of uris.entries()) {
    const folder = String(uri).replace(/[?#].*$/, '').replace(/[^/:]*$/, '')
    for (const [input, path] of paths) made.push({ input: `resource ${index + 1}, ${input}`, uri: `${folder}${path}` })
  }
  return made.filter(({ uri }, index) => made.findIndex((each) => each.uri === uri) === index)
}

/** Reads every lure. What an absolute address already gives is no secret of that target, and is judged apart. */
export async function checkTraversal(context: CaseContext, peer: Peer, channel: string, requirements: { readonly traversal: string; readonly hostFile: string }): Promise<void> {
  const survey = await resourceSurvey(context, peer)
  let open = false
  for (const { input, uri } of hostFiles) {
    const given = await givesFile(peer, uri)
    open ||= given
    context.observe({ requirement: requirements.hostFile, input: `${channel}: ${input}`, ok: !given, expected: 'anything but that file', actual: given ? 'that file' : 'not that file' })
  }
  if (open) return
  for (const { input, uri } of lures(survey)) {
    const given = await givesFile(peer, uri)
    context.observe({ requirement: requirements.traversal, input: `${channel}: ${input}`, ok: !given, expected: 'anything but a file of the host', actual: given ? 'a file of the host' : 'no file of the host' })
  }
}

async function givesFile(peer: Peer, uri: string): Promise<boolean> {
  const answer = await peer.call({ method: 'resources/read', params: { uri } })
  needTelling(answer)
  if (answer.answer.kind !== 'result') return false
  const contents: unknown = answer.answer.result['contents']
  return Array.isArray(contents) && contents.some((content) => isJsonObject(content) && (isSystemFile(content['text']) || isSystemFile(decoded(content['blob']))))
}

function decoded(blob: unknown): unknown {
  return typeof blob === 'string' ? Buffer.from(blob, 'base64').toString('latin1') : undefined
}

function isSystemFile(text: unknown): boolean {
  return typeof text === 'string' && (/^root:[^:\n]*:0:0:/m.test(text) || /^; for 16-bit app support/m.test(text))
}
