/** MCP 2026-07-28, basic/patterns/mrtr and client/elicitation, sampling and roots: what a server asks of its client. */
import type { Requirement } from '../../harness/run/requirement.ts'

const site = 'https://modelcontextprotocol.io/specification/2026-07-28'
const page = `${site}/basic/patterns/mrtr`
const source = 'MCP 2026-07-28'
const server = { source, section: 'basic/patterns/mrtr, Server Requirements', url: `${page}#server-requirements-basic-workflow` } as const
const errors = { source, section: 'basic/patterns/mrtr, Error Handling', url: `${page}#error-handling` } as const
const elicitation = { source, url: `${site}/client/elicitation` } as const
const sampling = { source, url: `${site}/client/sampling` } as const

export const mcp20260728Mrtr: readonly Requirement[] = [
  { source, id: 'mcp-2026-07-28.input-required-methods', level: 'must', section: 'basic/patterns/mrtr, Supported Requests', url: `${page}#supported-requests`, statement: 'Only tools/call, prompts/get and resources/read are answered with a request for input.', rows: ['MRTR-01'] },
  { ...server, id: 'mcp-2026-07-28.input-required-content', level: 'must', statement: 'A request for input has inputRequests or requestState, or both.', rows: ['MRTR-02'] },
  { ...server, id: 'mcp-2026-07-28.input-requests-known', level: 'must', statement: 'What is asked for is an elicitation, a sampled message or the roots, each with the parameters of its kind.', rows: ['MRTR-03'] },
  { ...server, id: 'mcp-2026-07-28.input-requests-declared', level: 'must', statement: 'Nothing is asked for that the client did not declare on that request.', rows: ['MRTR-04', 'MRTR-05'] },
  { ...elicitation, id: 'mcp-2026-07-28.elicitation-mode-declared', level: 'must', section: 'client/elicitation, Capabilities', url: `${site}/client/elicitation#capabilities`, statement: 'An elicitation is of a mode that the client declared; an empty capability declares forms only.', rows: ['MRTR-05'] },
  { ...sampling, id: 'mcp-2026-07-28.sampling-tools-declared', level: 'must', section: 'client/sampling, Tools in Sampling', url: `${site}/client/sampling#tools-in-sampling`, statement: 'A sampled message uses tools only where the client declared sampling.tools.', rows: ['MRTR-05'] },
  { ...sampling, id: 'mcp-2026-07-28.sampling-context-declared', level: 'should', section: 'client/sampling, Capabilities', url: `${site}/client/sampling#capabilities`, statement: 'A sampled message includes the context of servers only where the client declared sampling.context.', rows: ['MRTR-05'] },
  {
    ...server, id: 'mcp-2026-07-28.request-state-verified', level: 'must', rows: ['MRTR-06', 'MRTR-08'],
    statement: 'A requestState that influences what is done is refused once it was changed or was never issued. Any refusal will do: an error, a tool error, or the same questions again.',
  },
  {
    ...server, id: 'mcp-2026-07-28.request-state-bound', level: 'should', rows: ['MRTR-07'],
    statement: 'A requestState that influences what is done is good only for the principal and the request that it was issued for.',
  },
  {
    ...server, id: 'mcp-2026-07-28.request-state-expires', level: 'should', rows: ['MRTR-07'],
    statement: 'A requestState is refused once a short time has passed.',
    unobservable: 'No source says how short, and a server need not tell; waiting for minutes would show nothing where nothing was refused.',
  },
  { ...errors, id: 'mcp-2026-07-28.input-missing-asked-again', level: 'should', statement: 'A retry without the answers that are needed is answered with the questions again, and not with an error.', rows: ['MRTR-09'] },
  { ...errors, id: 'mcp-2026-07-28.input-extra-ignored', level: 'should', statement: 'Answers that nobody asked for are ignored.', rows: ['MRTR-10'] },
  {
    ...errors, id: 'mcp-2026-07-28.input-malformed-refused', level: 'should', rows: ['MRTR-10'],
    statement: 'Answers that are no object are refused with a JSON-RPC error; a single answer of the wrong kind is refused so, or counts as missing.',
  },
  { source, id: 'mcp-2026-07-28.input-retry-independent', level: 'must', section: 'basic/index, Statelessness', url: `${site}/basic#statelessness`, statement: 'A retry with all answers is served on another connection than the one on which they were asked for.', rows: ['MRTR-11'] },
  { ...elicitation, id: 'mcp-2026-07-28.elicitation-no-secrets', level: 'must', section: 'client/elicitation, User Interaction Model and Safe URL Handling', url: `${site}/client/elicitation#safe-url-handling`, statement: 'Forms ask for no password, key, token or payment credential, and URLs hold no credentials. Only names that leave no doubt are judged.', rows: ['MRTR-12'] },
  { ...elicitation, id: 'mcp-2026-07-28.elicitation-form-flat', level: 'must', section: 'client/elicitation, Requested Schema; schema, PrimitiveSchemaDefinition', url: `${site}/client/elicitation#requested-schema`, statement: 'The schema of a form is an object whose properties are strings, numbers, booleans or enumerations.', rows: ['MRTR-12'] },
  { ...elicitation, id: 'mcp-2026-07-28.elicitation-url-valid', level: 'must', section: 'client/elicitation, URL Mode Elicitation Requests', url: `${site}/client/elicitation#url-mode-elicitation-requests`, statement: 'The URL of an elicitation is a valid absolute URL.', rows: ['MRTR-12'] },
  { ...elicitation, id: 'mcp-2026-07-28.elicitation-url-https', level: 'should', section: 'client/elicitation, Safe URL Handling', url: `${site}/client/elicitation#safe-url-handling`, statement: 'The URL of an elicitation is an https URL; one of the same host (loopback) is for development.', rows: ['MRTR-12'] },
]
