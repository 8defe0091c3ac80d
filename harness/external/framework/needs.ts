/**
 * What a scenario of the official framework takes for granted: tools, prompts and resources that it calls by name, and
 * features. On a server that does not have them the scenario shows nothing, whatever it reports.
 */
import type { JsonObject } from '../../wire/json.ts'
import { isJsonObject, ownMember } from '../../wire/json.ts'
import { objectOf } from '../../wire/members.ts'
import type { Survey } from '../../peer/survey.ts'
import type { TargetProfile } from '../../target/profile.ts'

export type Need =
  | { readonly kind: 'tool' | 'prompt' | 'resource' | 'template'; readonly name: string }
  /** A path of members, such as `resources.subscribe`. */
  | { readonly kind: 'capability'; readonly name: string }
  | { readonly kind: 'sessions' }
  /** Any capability that announces changes of a list. */
  | { readonly kind: 'list changes' }
  /** A tool whose input schema mirrors a parameter into a field. */
  | { readonly kind: 'mirrored parameters' }

const tool = (name: string): Need => ({ kind: 'tool', name })
const prompt = (name: string): Need => ({ kind: 'prompt', name })
const resource = (name: string): Need => ({ kind: 'resource', name })
const capability = (name: string): Need => ({ kind: 'capability', name })
const mrtr = (name: string): Need => tool(`test_input_required_result_${name}`)
const tasks: readonly Need[] = [capability('extensions.io.modelcontextprotocol/tasks')]

/** By scenario; one that is not here needs nothing but MCP. */
export const scenarioNeeds: Readonly<Record<string, readonly Need[]>> = {
  'tools-list': [capability('tools')],
  'tools-call-simple-text': [tool('test_simple_text')],
  'tools-call-image': [tool('test_image_content')],
  'tools-call-audio': [tool('test_audio_content')],
  'tools-call-embedded-resource': [tool('test_embedded_resource')],
  'tools-call-mixed-content': [tool('test_multiple_content_types')],
  'tools-call-with-logging': [tool('test_tool_with_logging'), capability('logging')],
  'tools-call-error': [tool('test_error_handling')],
  'tools-call-with-progress': [tool('test_tool_with_progress')],
  'tools-call-sampling': [tool('test_sampling')],
  'tools-call-elicitation': [tool('test_elicitation')],
  'elicitation-sep1034-defaults': [tool('test_elicitation_sep1034_defaults')],
  'elicitation-sep1330-enums': [tool('test_elicitation_sep1330_enums')],
  'logging-set-level': [capability('logging')],
  'completion-complete': [capability('completions'), prompt('test_prompt_with_arguments')],
  'resources-list': [capability('resources')],
  'resources-read-text': [resource('test://static-text')],
  'resources-read-binary': [resource('test://static-binary')],
  'resources-templates-read': [{ kind: 'template', name: 'test://template/{id}/data' }],
  'resources-subscribe': [capability('resources.subscribe')],
  'resources-unsubscribe': [capability('resources.subscribe')],
  'sep-2164-resource-not-found': [capability('resources')],
  'prompts-list': [capability('prompts')],
  'prompts-get-simple': [prompt('test_simple_prompt')],
  'prompts-get-with-args': [prompt('test_prompt_with_arguments')],
  'prompts-get-embedded-resource': [prompt('test_prompt_with_embedded_resource')],
  'prompts-get-with-image': [prompt('test_prompt_with_image')],
  'input-required-result-basic-elicitation': [mrtr('elicitation')],
  'input-required-result-basic-sampling': [mrtr('sampling')],
  'input-required-result-basic-list-roots': [mrtr('list_roots')],
  'input-required-result-request-state': [mrtr('request_state')],
  'input-required-result-multiple-input-requests': [mrtr('multiple_inputs')],
  'input-required-result-multi-round': [mrtr('multi_round')],
  'input-required-result-missing-input-response': [mrtr('elicitation')],
  'input-required-result-non-tool-request': [prompt('test_input_required_result_prompt')],
  'input-required-result-result-type': [mrtr('elicitation')],
  'input-required-result-tampered-state': [mrtr('tampered_state')],
  'input-required-result-capability-check': [mrtr('capabilities')],
  'input-required-result-ignore-extra-params': [mrtr('elicitation')],
  'input-required-result-validate-input': [mrtr('elicitation')],
  'json-schema-2020-12': [tool('json_schema_2020_12_tool')],
  'server-session-lifecycle': [{ kind: 'sessions' }],
  'server-sse-polling': [{ kind: 'sessions' }, tool('test_reconnection')],
  'http-custom-header-server-validation': [{ kind: 'mirrored parameters' }],
  'tasks-lifecycle': tasks,
  'tasks-capability-negotiation': tasks,
  'tasks-wire-fields': tasks,
  'tasks-request-state-removal': tasks,
  'tasks-mrtr-input': tasks,
  'tasks-request-headers': tasks,
  'tasks-dispatch-and-envelope': tasks,
  'tasks-status-notifications': tasks,
  'tasks-required-task-error': tasks,
  'tasks-mrtr-composition': tasks,
}

/** In one revision only, on top of those. */
const revisionNeeds: Readonly<Record<string, Readonly<Record<string, readonly Need[]>>>> = {
  '2025-11-25': { 'server-sse-multiple-streams': [{ kind: 'sessions' }] },
}

/** By check, within a scenario that applies. */
const checkNeeds: Readonly<Record<string, readonly Need[]>> = {
  'sep-2549-tools-list-caching-hints': [capability('tools')],
  'sep-2549-prompts-list-caching-hints': [capability('prompts')],
  'sep-2549-resources-list-caching-hints': [capability('resources')],
  'sep-2549-resources-templates-list-caching-hints': [capability('resources')],
  'sep-2549-resources-read-caching-hints': [capability('resources')],
  'sep-2575-server-honors-notification-filter': [{ kind: 'list changes' }],
}

export function needsOf(revision: string, scenario: string, check?: string): readonly Need[] {
  const own = <Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined => (Object.hasOwn(record, key) ? record[key] : undefined)
  if (check !== undefined) return own(checkNeeds, check) ?? []
  return [...(own(scenarioNeeds, scenario) ?? []), ...(own(own(revisionNeeds, revision) ?? {}, scenario) ?? [])]
}

/** What a target has, as it says itself. */
export type Offer = Pick<Survey, 'capabilities' | 'tools' | 'prompts' | 'resources' | 'templates'> & Pick<TargetProfile, 'sessions'>

/** @returns The first need that is not met, in words. */
export function unmet(needs: readonly Need[], offer: Offer): string | undefined {
  return needs.filter((need) => !met(need, offer)).map(reasonFor)[0]
}

function met(need: Need, { capabilities, tools, prompts, resources, templates, sessions }: Offer): boolean {
  switch (need.kind) {
    case 'tool': return tools.items.some(({ name }) => name === need.name)
    case 'prompt': return prompts.items.some(({ name }) => name === need.name)
    case 'resource': return resources.items.some(({ uri }) => uri === need.name)
    case 'template': return templates.items.some(({ uriTemplate }) => uriTemplate === need.name)
    case 'capability': return has(capabilities, need.name)
    case 'sessions': return sessions
    case 'list changes': return ['tools', 'prompts', 'resources'].some((name) => ownMember(objectOf(capabilities, name) ?? {}, 'listChanged') === true)
    case 'mirrored parameters': return tools.items.some((item) => JSON.stringify(ownMember(item, 'inputSchema') ?? {}).includes('"x-mcp-header"'))
  }
}

/** A member is there and is not false. Only the first dot separates, since names of extensions have some themselves. */
function has(capabilities: JsonObject, path: string): boolean {
  const dot = path.indexOf('.')
  const [name, rest] = dot < 0 ? [path, undefined] : [path.slice(0, dot), path.slice(dot + 1)]
  const member = ownMember(capabilities, name)
  if (rest === undefined) return isJsonObject(member) || member === true
  const inner = isJsonObject(member) ? ownMember(member, rest) : undefined
  return isJsonObject(inner) || inner === true
}

function reasonFor(need: Need): string {
  switch (need.kind) {
    case 'tool':
    case 'prompt':
    case 'resource': return `the target lists no ${need.kind} ${need.name}, which the framework wants by this name`
    case 'template': return `the target lists no resource template ${need.name}, which the framework wants by this name`
    case 'capability': return `the target does not declare ${need.name}`
    case 'sessions': return 'the target gives no session to clients of 2025'
    case 'list changes': return 'the target declares no list whose changes it announces, so that nothing could have been held back'
    case 'mirrored parameters': return 'no tool of the target mirrors a parameter into a field'
  }
}
