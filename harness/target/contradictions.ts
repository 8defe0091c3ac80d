/** What a schema cannot say clearly of a target: keys that exclude or need one another. */
import { isAcceptancePath } from './acceptance.ts'
import { adapterNamed, adapterNames } from './adapter.ts'
import { isAdapterPath } from './adapter-file.ts'
import { oauthContradictions } from './oauth-contradictions.ts'
import { driverMistakes, placeholderMistakes, validatorMistakes } from './placeholder-rules.ts'
import type { Mistake } from './placeholder-rules.ts'
import type { TargetText } from './target-text.ts'

type Say = (at: readonly (string | number)[], message: string) => void

export function contradictions(file: TargetText): Mistake[] {
  const found: Mistake[] = []
  const say: Say = (at, message) => { found.push({ at, message }) }
  if (file.handoff !== undefined && file.handoff.adapter !== 'none' && !isAdapterPath(file.handoff.adapter) && adapterNamed(file.handoff.adapter) === undefined) {
    say(['handoff', 'adapter'], `there is no such adapter; there are none, ${adapterNames.join(', ')}, and files that end in .yaml, .yml or .json`)
  }
  if (file.handoff?.adapter === 'none' && file.handoff.max_depth !== undefined) say(['handoff', 'max_depth'], '"max_depth" has no meaning with adapter: none')
  if (found.length > 0) return found

  if (file.accept_handoff?.path !== undefined && !isAcceptancePath(file.accept_handoff.path)) {
    say(['accept_handoff', 'path'], 'path must be an absolute path without query or fragment that holds {project_id} once')
  }
  if (file.accept_handoff?.path !== undefined && file.transport === 'stdio') say(['accept_handoff', 'path'], '"path" has no meaning with transport: stdio')
  if (file.driver !== undefined) byDriver(file, say)
  else if (file.transport === 'stdio') overStdio(file, say)
  else overHttp(file, say)
  for (const { at, message } of oauthContradictions(file)) say(at, message)
  if (file.registry !== undefined && file.start === undefined && file.driver === undefined) say(['registry'], '"registry" needs "start": the harness writes the registry only of what it starts')
  if (file.auth?.kind === 'none' && Object.keys(file.auth.identities ?? {}).length > 0) say(['auth', 'identities'], 'identities contradict kind: none')
  if (file.auth?.identities?.beta !== undefined && file.auth.identities.alpha === undefined) say(['auth', 'identities'], 'beta needs alpha')
  for (const tool of Object.keys(file.probes?.calls ?? {})) {
    if (!(file.probes?.read_only_tools ?? []).includes(tool)) say(['probes', 'calls', tool], 'the tool is not among read_only_tools')
  }
  if (file.start !== undefined && file.driver === undefined) {
    const identities = file.auth?.identities?.alpha !== undefined
    found.push(...validatorMistakes(file.registry?.validate?.command))
    found.push(...placeholderMistakes(file.start, { transport: file.transport ?? 'http', registry: file.registry !== undefined, identities }))
  }
  return [...found, ...(file.driver === undefined ? [] : driverMistakes(file.driver))]
}

/** A driver says itself where its server is and who may speak to it. */
function byDriver(file: TargetText, say: Say): void {
  for (const key of ['url', 'start', 'registry'] as const) {
    if (file[key] !== undefined) say([key], `"${key}" and "driver" exclude each other`)
  }
  if (file.auth?.identities !== undefined) say(['auth', 'identities'], 'with "driver" the identities come from it')
}

function overHttp(file: TargetText, say: Say): void {
  if (file.url === undefined && file.start === undefined) say([], 'the file lacks "url" or "start"')
  if (file.url !== undefined && file.start !== undefined) say(['start'], '"url" and "start" exclude each other')
  if (file.url !== undefined && !isHttpUrl(file.url)) say(['url'], 'url must be an absolute http or https address without credentials')
  if (file.start !== undefined && file.start.url === undefined) say(['start'], 'start lacks "url"; a server that only speaks on stdin and stdout needs "transport: stdio"')
}

function overStdio({ url, start, auth }: TargetText, say: Say): void {
  if (url !== undefined) say(['url'], '"url" contradicts transport: stdio')
  if (start === undefined) say([], 'the file lacks "start"')
  for (const key of ['url', 'ready', 'stdio'] as const) {
    if (start?.[key] !== undefined) say(['start', key], `"${key}" has no meaning with transport: stdio, where the command itself is spoken to`)
  }
  if (auth?.identities?.alpha !== undefined && !Object.values(start?.env ?? {}).some((text) => text.includes('{token}'))) {
    say(['auth', 'identities'], 'no text of start.env holds {token}, so that the server would never learn who calls')
  }
}

function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, hash } = new URL(text)
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '' && hash === ''
}
