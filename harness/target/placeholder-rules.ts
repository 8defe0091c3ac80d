/** Where in a target file which placeholder may stand, so that a mistake is told with its line and not when a run starts. */
import { placeholdersIn } from '../fixture/placeholders.ts'
import type { Placeholder } from '../fixture/placeholders.ts'
import { registryPlaceholder } from '../registry/validator.ts'
import type { DriverText } from './target-text.ts'

/** How a file says that a server is started, as the schema lets it through. */
export interface StartText {
  readonly command: readonly string[]
  readonly url?: string
  readonly env?: Readonly<Record<string, string>>
  readonly ready?: { readonly url: string; readonly timeout_ms?: number }
  readonly stdio?: { readonly command: readonly string[]; readonly env?: Readonly<Record<string, string>> }
}

export interface PlaceholderSetting {
  readonly transport: 'http' | 'stdio'
  readonly registry: boolean
  readonly identities: boolean
}

export interface Mistake {
  readonly at: readonly (string | number)[]
  readonly message: string
}

interface Place {
  readonly at: readonly (string | number)[]
  readonly text: string
  readonly may: readonly Placeholder[]
}

export function placeholderMistakes(start: StartText, setting: PlaceholderSetting): Mistake[] {
  return places(start, setting).flatMap(({ at, text, may }) => placeholdersIn(text).flatMap((name): Mistake[] => {
    if (!may.some((each) => each === name)) return [{ at, message: misplaced(name, may) }]
    if (name === 'registry' && !setting.registry) return [{ at, message: '{registry} needs "registry"' }]
    if (name === 'token' && !setting.registry && !setting.identities) return [{ at, message: '{token} needs "auth.identities" or "registry"' }]
    return []
  }))
}

/** The command that checks a registry: the file is a word by itself, so that it can be several. */
export function validatorMistakes(command: readonly string[] | undefined): Mistake[] {
  if (command === undefined) return []
  const at = ['registry', 'validate', 'command']
  const found = command.flatMap((text, index) => (text === registryPlaceholder ? [] : placeholdersIn(text).flatMap((name): Mistake[] => {
    if (name === 'registry') return [{ at: [...at, index], message: '{registry} must be a word by itself here' }]
    return name === 'node' ? [] : [{ at: [...at, index], message: misplaced(name, ['registry', 'node']) }]
  })))
  const files = command.filter((text) => text === registryPlaceholder).length
  return files === 1 || found.length > 0 ? found : [{ at, message: 'one word of the command must be {registry}' }]
}

/** A driver chooses ports and makes registries and tokens itself. */
export function driverMistakes(driver: DriverText): Mistake[] {
  const may: readonly Placeholder[] = ['workdir', 'node']
  return [...inCommand(['driver'], driver, may), ...inEnv(['driver'], driver, may)].flatMap(({ at, text }) =>
    placeholdersIn(text).filter((name) => !may.some((each) => each === name)).map((name): Mistake => ({ at, message: `{${name}} is no placeholder here; there are ${may.map((each) => `{${each}}`).join(', ')}` })))
}

function misplaced(name: string, may: readonly Placeholder[]): string {
  if (name === 'token') return '{token} may only stand in the environment of a server that is spoken to over stdio: others can read a command line'
  return `{${name}} is no placeholder here; there are ${may.map((each) => `{${each}}`).join(', ')}`
}

/** Only a process that is spoken to over stdio acts for one identity. */
function places(start: StartText, { transport }: PlaceholderSetting): Place[] {
  if (transport === 'stdio') return overStdio(['start'], start, ['workdir', 'registry', 'node', 'identity'])
  const may: readonly Placeholder[] = ['port', 'workdir', 'registry', 'node']
  return [
    ...inCommand(['start'], start, may),
    ...(start.url === undefined ? [] : [{ at: ['start', 'url'], text: start.url, may }]),
    ...(start.ready === undefined ? [] : [{ at: ['start', 'ready', 'url'], text: start.ready.url, may }]),
    ...inEnv(['start'], start, may),
    ...(start.stdio === undefined ? [] : overStdio(['start', 'stdio'], start.stdio, [...may, 'identity'])),
  ]
}

function overStdio(at: readonly string[], start: Pick<StartText, 'command' | 'env'>, may: readonly Placeholder[]): Place[] {
  return [...inCommand(at, start, may), ...inEnv(at, start, [...may, 'token'])]
}

function inCommand(at: readonly string[], { command }: Pick<StartText, 'command'>, may: readonly Placeholder[]): Place[] {
  return command.map((text, index) => ({ at: [...at, 'command', index], text, may }))
}

function inEnv(at: readonly string[], { env }: Pick<StartText, 'env'>, may: readonly Placeholder[]): Place[] {
  return Object.entries(env ?? {}).map(([name, text]) => ({ at: [...at, 'env', name], text, may }))
}
