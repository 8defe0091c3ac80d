/** MCP 2026-07-28, server/prompts and server/utilities/completion. */
import type { Requirement } from '../../harness/run/requirement.ts'

const site = 'https://modelcontextprotocol.io/specification/2026-07-28/server'
const source = 'MCP 2026-07-28'
const promptErrors = { source, section: 'server/prompts, Error Handling', url: `${site}/prompts#error-handling` } as const
const completion = { source, section: 'server/utilities/completion', url: `${site}/utilities/completion` } as const

export const mcp20260728Prompts: readonly Requirement[] = [
  { id: 'mcp-2026-07-28.prompts-list-stable', level: 'must', source, section: 'server/prompts, Capabilities', url: `${site}/prompts#capabilities`, statement: 'The set of prompts differs neither from connection to connection nor after other requests; it may differ by credentials, and change with time.' },
  { ...promptErrors, id: 'mcp-2026-07-28.prompt-unknown', level: 'should', statement: 'Asking for a prompt that does not exist is refused with -32602.', rows: ['PROM-01'] },
  { ...promptErrors, id: 'mcp-2026-07-28.prompt-arguments-missing', level: 'should', statement: 'Asking for a prompt without an argument that it requires is refused with -32602.', rows: ['PROM-02'] },
  {
    id: 'mcp-2026-07-28.prompt-content-valid', level: 'must', source, section: 'server/prompts, PromptMessage', url: `${site}/prompts#promptmessage`, rows: ['PROM-03'],
    statement: 'Images and audio in prompts are in base64 and have a media type; embedded resources have a URI, a media type, and text or a blob in base64.',
  },
  {
    id: 'mcp-2026-07-28.prompt-description-optional', level: 'may', source, section: 'server/prompts, Prompt', url: `${site}/prompts#prompt`, rows: ['PROM-04'],
    statement: 'A prompt may have no description: the schema requires a name only.',
    unobservable: 'It allows servers something, so that none can break it; no case of ours asks for a description.',
  },
  { ...completion, id: 'mcp-2026-07-28.completion-declared', level: 'must', section: 'server/utilities/completion, Capabilities', statement: 'A server that completes arguments declares completions.', rows: ['COMP-01'] },
  { ...completion, id: 'mcp-2026-07-28.completion-limit', level: 'must', section: 'server/utilities/completion, Completion Results; schema, CompleteResult', statement: 'A completion is a list of at most 100 strings.', rows: ['COMP-02'] },
  { ...completion, id: 'mcp-2026-07-28.completion-unsupported', level: 'should', section: 'server/utilities/completion, Error Handling', statement: 'A server without completions refuses completion/complete with -32601.', rows: ['COMP-03'] },
  { ...completion, id: 'mcp-2026-07-28.completion-invalid', level: 'should', section: 'server/utilities/completion, Error Handling', statement: 'Completing for a prompt that does not exist, or without a reference or an argument, is refused with -32602.', rows: ['COMP-03'] },
]
