/** Faults of resources, prompts and completions in revision 2026-07-28. */
import { onResult, without } from '../rewrite/build.ts'
import { complete, errorAs, errorInstead, inModern, resultInstead } from '../rewrite/modern.ts'
import { objectOr } from '../rewrite/rewrite.ts'
import type { Exchange, JsonObject, Rewrite } from '../rewrite/rewrite.ts'
import type { Mutant } from '../mutant.ts'

const passwd = (uri: unknown): JsonObject => ({ contents: [{ uri, mimeType: 'text/plain', text: 'root:x:0:0:root:/root:/bin/sh\n' }], ttlMs: 0, cacheScope: 'private' })
const leadsUp = ({ params }: Exchange): boolean => /\.\.|%2e%2e|%252e/i.test(String(params['uri'])) && String(params['uri']).startsWith('test:')
const isAbsent = ({ params }: Exchange): boolean => String(params['uri']).startsWith('handoff-conformance-absent:')
const withoutUri = ({ params }: Exchange): boolean => typeof params['uri'] !== 'string'

function oneMoreResource(uri: string): Rewrite {
  return inModern(onResult('resources/list', (result) => (Array.isArray(result['resources']) && !Object.hasOwn(result, 'nextCursor') ? { ...result, resources: [...(result['resources'] as unknown[]), { uri, name: 'one more' }] } : undefined)))
}

function promptContent(name: string, change: (content: JsonObject) => JsonObject): Rewrite {
  return inModern(onResult('prompts/get', (result, { params }) => {
    const { messages } = result
    if (params['name'] !== name || !Array.isArray(messages)) return undefined
    return { ...result, messages: messages.map((message: unknown, index) => (index === 0 ? { ...objectOr(message), content: change(objectOr(objectOr(message)['content'])) } : message)) }
  }))
}

const resources: readonly Mutant[] = [
  { id: 'resources-list-not-served', title: 'Resources are declared and never listed.', target: 'fixture', rewrite: inModern(onResult('resources/list', (result) => ({ ...without(result, 'resources', 'nextCursor'), items: [] }))), kills: ['spec.capabilities-fit', 'spec.messages-match-schema', 'spec.resources-listed'] },
  { id: 'resource-not-found-of-old', title: 'A resource that does not exist is told with the code of earlier revisions.', target: 'fixture', rewrite: errorAs('resources/read', isAbsent, (error) => ({ error: { ...error, code: -32_002 } })), kills: ['spec.errors', 'spec.resource-not-found'] },
  { id: 'resource-not-found-empty', title: 'A resource that does not exist has no contents.', target: 'fixture', rewrite: errorAs('resources/read', isAbsent, () => ({ result: { ...complete, contents: [], ttlMs: 0, cacheScope: 'private' } })), kills: ['spec.resource-not-found'] },
  { id: 'resource-not-found-nameless', title: 'The error for a resource that does not exist does not name it.', target: 'fixture', rewrite: errorAs('resources/read', isAbsent, (error) => ({ error: without(error, 'data') })), kills: ['spec.resource-not-found'] },
  { id: 'resource-without-uri-internal', title: 'Reading without a URI falls over.', target: 'fixture', rewrite: errorAs('resources/read', withoutUri, (error) => ({ error: { ...error, code: -32_603 } })), kills: ['spec.resource-uri-required'] },
  { id: 'resource-traversal', title: 'Parent folders in a URI lead to the files of the host.', target: 'fixture', rewrite: resultInstead('resources/read', leadsUp, ({ params }) => passwd(params['uri'])), kills: ['spec.resource-traversal'] },
  { id: 'resource-host-file', title: 'Any file of the host is served by its address.', target: 'fixture', rewrite: resultInstead('resources/read', ({ params }) => params['uri'] === 'file:///etc/passwd', ({ params }) => passwd(params['uri'])), kills: ['spec.resource-traversal'] },
  { id: 'resource-blob-not-encoded', title: 'The bytes of a resource are not encoded.', target: 'fixture', rewrite: inModern(onResult('resources/read', (result, { params }) => (params['uri'] === 'test://static-binary' ? { ...result, contents: [{ uri: params['uri'], mimeType: 'image/png', blob: '\u0089PNG' }] } : undefined))), kills: ['spec.resource-contents'] },
  { id: 'resource-uri-with-space', title: 'The URI of a resource has a space in it.', target: 'fixture', rewrite: oneMoreResource('note+fixture://notebook/one more'), kills: ['spec.resource-uris'] },
  { id: 'resource-file-uri-with-space', title: 'The URI of a file has a space in it.', target: 'fixture', rewrite: oneMoreResource('file:///one more'), kills: ['spec.resource-uris'] },
]

const prompts: readonly Mutant[] = [
  { id: 'unknown-prompt-internal', title: 'A prompt that does not exist falls over.', target: 'fixture', rewrite: errorAs('prompts/get', ({ params }) => String(params['name']).startsWith('no_such_prompt'), (error) => ({ error: { ...error, code: -32_603 } })), kills: ['spec.unknown-prompt'] },
  {
    id: 'prompt-arguments-unchecked', title: 'A prompt is given with holes where its arguments are missing.', target: 'fixture', kills: ['spec.prompt-arguments'],
    rewrite: errorAs('prompts/get', ({ params }, error) => error['code'] === -32_602 && params['name'] === 'test_prompt_with_arguments', () => ({ result: { ...complete, messages: [{ role: 'user', content: { type: 'text', text: 'undefined' } }] } })),
  },
  { id: 'prompt-image-without-type', title: 'An image in a prompt has no media type.', target: 'fixture', rewrite: promptContent('test_prompt_with_image', (content) => without(content, 'mimeType')), kills: ['spec.messages-match-schema', 'spec.prompt-content'] },
  { id: 'prompt-resource-without-type', title: 'A resource in a prompt has no media type.', target: 'fixture', rewrite: promptContent('prompt_with_blob', (content) => ({ ...content, resource: without(objectOr(content['resource']), 'mimeType') })), kills: ['spec.prompt-content'] },
]

const completions: readonly Mutant[] = [
  { id: 'completion-undeclared', title: 'Completions are given and not declared.', target: 'reference', rewrite: resultInstead('completion/complete', () => true, () => ({ completion: { values: ['a'] } })), kills: ['spec.completion-undeclared'] },
  { id: 'completion-unsupported-internal', title: 'A method that is not supported falls over.', target: 'reference', rewrite: errorInstead('completion/complete', () => true, { code: -32_603 }), kills: ['spec.completion-undeclared'] },
  { id: 'completion-too-long', title: 'More than 100 values are given at once.', target: 'fixture', rewrite: inModern(onResult('completion/complete', (result) => ({ ...result, completion: { values: Array.from({ length: 101 }, (_, index) => `value ${index}`) } }))), kills: ['spec.completion-values', 'spec.messages-match-schema'] },
  { id: 'completion-without-reference', title: 'Completing without a reference falls over.', target: 'fixture', rewrite: errorAs('completion/complete', ({ params }) => !Object.hasOwn(params, 'ref'), (error) => ({ error: { ...error, code: -32_603 } })), kills: ['spec.completion-invalid'] },
  { id: 'completion-of-nothing', title: 'For a prompt that does not exist there is an empty completion.', target: 'fixture', rewrite: errorAs('completion/complete', ({ params }) => String(objectOr(params['ref'])['name']).startsWith('no_such_prompt'), () => ({ result: { ...complete, completion: { values: [] } } })), kills: ['spec.completion-invalid'] },
]

export const specResources: readonly Mutant[] = [...resources, ...prompts, ...completions]
