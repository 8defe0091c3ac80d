/** An adapter that its owner writes down: YAML of the same shape as the built-in ones, strict, with every mistake named. */
import { HarnessError } from '../errors.ts'
import { readRegularFile } from '../files/read-regular-file.ts'
import { compileSchema, mistakesText, readStrictYaml } from '../files/strict-yaml.ts'
import type { OperationKind, Status } from '../handoff/contract.ts'
import { isAcceptancePath } from './acceptance.ts'
import { adapterNames } from './adapter.ts'
import type { Adapter, OperationMapping } from './adapter.ts'
import type { Mistake } from './placeholder-rules.ts'
import schema from './adapter.schema.json' with { type: 'json' }

type Names = Readonly<Record<string, string>>

/** What the schema has let through. */
interface AdapterText {
  readonly name: string
  readonly operations: Readonly<Record<OperationKind, { readonly tool: string; readonly arguments?: Names; readonly results: Names }>>
  readonly handoff: Names
  readonly event: Names
  readonly error?: { readonly code: string; readonly field?: string; readonly retryable?: string }
  readonly unknown_statuses?: readonly Status[]
  readonly newest_first: boolean
  readonly accept_handoff?: { readonly tool: string; readonly issue_tool?: string; readonly verify_tool?: string; readonly path?: string }
}

const maxBytes = 64 * 1024
const validate = compileSchema(schema)

/** Whether what a target file calls an adapter is a file, and no name. */
export function isAdapterPath(text: string): boolean {
  return /\.(?:ya?ml|json)$/i.test(text)
}

/**
 * @param shown How the target file calls it, for messages.
 * @throws HarnessError `adapter_invalid`, with every mistake up to a screenful, each with line and column
 */
export function readAdapterFile(path: string, shown: string = path): Adapter {
  const file = readRegularFile(path, maxBytes)
  if (!file.ok) throw new HarnessError('adapter_invalid', `the adapter ${shown} cannot be read: ${file.why}`, { cause: file.cause, remedy: 'Correct handoff.adapter in the target file; a relative path starts from the folder of that file.' })
  return { ...parseAdapter(file.bytes.toString('utf8'), shown), source: shown }
}

/** @throws HarnessError `adapter_invalid` */
export function parseAdapter(text: string, path: string): Adapter {
  const reading = readStrictYaml(text, validate)
  if (!reading.ok) throw new HarnessError('adapter_invalid', mistakesText(path, reading.problems))
  const file = reading.value as AdapterText
  const mistakes = contradictions(file).map(({ at, message }) => ({ ...reading.position(at), message }))
  if (mistakes.length > 0) throw new HarnessError('adapter_invalid', mistakesText(path, mistakes))
  const { unknown_statuses: unknownStatuses, accept_handoff: accept } = file
  return {
    name: file.name,
    operations: Object.fromEntries(Object.entries(file.operations).map(([kind, { tool, arguments: names = {}, results }]): [string, OperationMapping] => [kind, { tool, arguments: names, results }])) as Readonly<Record<OperationKind, OperationMapping>>,
    handoff: file.handoff,
    event: file.event,
    ...(file.error === undefined ? {} : { error: file.error }),
    ...(unknownStatuses === undefined ? {} : { unknownStatuses }),
    newestFirst: file.newest_first,
    ...(accept === undefined ? {} : {
      acceptHandoff: {
        tool: accept.tool,
        ...(accept.issue_tool === undefined ? {} : { issueTool: accept.issue_tool }),
        ...(accept.verify_tool === undefined ? {} : { verifyTool: accept.verify_tool }),
        ...(accept.path === undefined ? {} : { path: accept.path }),
      },
    }),
  }
}

/** A value that two fields share would be sent twice, or read as two things. */
function contradictions(file: AdapterText): Mistake[] {
  const found: Mistake[] = []
  if (adapterNames.includes(file.name)) found.push({ at: ['name'], message: 'a built-in adapter has this name' })
  for (const [kind, { arguments: names = {} }] of Object.entries(file.operations)) found.push(...twice(names, ['operations', kind, 'arguments'], 'another argument'))
  found.push(...twice(file.handoff, ['handoff'], 'another field'), ...twice(file.event, ['event'], 'another field'))
  if (file.accept_handoff?.path !== undefined && !isAcceptancePath(file.accept_handoff.path)) {
    found.push({ at: ['accept_handoff', 'path'], message: 'path must be an absolute path without query or fragment that holds {project_id} once' })
  }
  return found
}

function twice(names: Names, at: readonly string[], what: string): Mistake[] {
  const seen = new Set<string>()
  return Object.entries(names).flatMap(([name, own]): Mistake[] => {
    if (seen.has(own)) return [{ at: [...at, name], message: `${what} is mapped to the same name` }]
    seen.add(own)
    return []
  })
}
