/** Resources in the earlier revisions. */
import type { Case } from '../../harness/run/case.ts'
import { errorCode } from '../support/answers.ts'
import { eachChannel } from '../support/channels.ts'
import { checkAbsent, checkContents, checkUriRequired, checkUris } from '../support/features/resource-checks.ts'
import { checkTraversal } from '../support/features/traversal.ts'
import { legacyCase, since20250618 } from './define.ts'

export const cases: readonly Case[] = [
  legacyCase({
    id: 'legacy.resource-not-found',
    title: 'Reading a resource that does not exist is refused with its own code',
    requirements: ['mcp-2025-11-25.resource-not-found', 'hardening.legacy-resource-not-empty', 'hardening.resource-not-found-names-uri'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => checkAbsent(context, peer, channel, {
      refused: errorCode('mcp-2025-11-25.resource-not-found', -32_002),
      notEmpty: 'hardening.legacy-resource-not-empty',
      namesUri: 'hardening.resource-not-found-names-uri',
    })),
    explain: {
      sends: 'Requests: resources/read with a URI of a scheme that nobody uses and, where no template could match it, with one beside a listed resource.',
      expects: 'The JSON-RPC error -32002, best with the URI in its data; no result, and above all no empty one.',
      why: 'These revisions have a code of their own for it; -32602 came with 2026-07-28.',
      failure: 'The error of another revision is sent in every one, or the fault is reported as internal.',
      fix: 'Choose the code by the revision that was agreed on.',
    },
  }),
  legacyCase({
    id: 'legacy.resource-uri-required',
    title: 'Reading without a URI is refused as invalid parameters',
    requirements: ['hardening.resource-uri-required'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => checkUriRequired(context, peer, channel, [errorCode('hardening.resource-uri-required', -32_602, -32_600)])),
    explain: {
      sends: 'Requests: resources/read without a uri, and with a number and null in its place.',
      expects: 'The JSON-RPC error -32602 or -32600.',
      why: 'An internal error says that the server is broken, so that a client tries the same again.',
      failure: 'The URI is parsed before anybody looked whether it is there.',
      fix: 'Hold the parameters against the schema of the method first.',
    },
  }),
  legacyCase({
    id: 'legacy.resource-traversal',
    title: 'No URI leads to a file of the host that is not offered',
    requirements: ['mcp-2025-11-25.resource-uris-validated', 'hardening.resource-host-file'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => checkTraversal(context, peer, channel, { traversal: 'mcp-2025-11-25.resource-uris-validated', hostFile: 'hardening.resource-host-file' })),
    explain: {
      sends: 'Requests: resources/read with URIs that climb out of listed resources and templates: parent folders, plain and encoded, and absolute paths.',
      expects: 'An error, or contents that are not those of a system file.',
      why: 'Whoever may read one folder should not read the keys of the host with it.',
      failure: 'The path is joined to a folder before it is decoded, or not normalised at all.',
      fix: 'Decode first, resolve, and refuse what does not lie in the folder.',
    },
  }),
  legacyCase({
    id: 'legacy.resource-contents',
    title: 'What is read is text, or bytes in base64',
    requirements: ['mcp-2025-11-25.resource-data-encoded'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => checkContents(context, peer, channel, 'mcp-2025-11-25.resource-data-encoded')),
    explain: {
      sends: 'Requests: resources/read for the first listed resources.',
      expects: 'Contents that have text, or a blob in base64.',
      why: 'JSON carries no bytes; what is not encoded arrives damaged.',
      failure: 'Bytes are decoded as text, or base64 of another alphabet is used.',
      fix: 'Send what is no text as a blob in the base64 of RFC 4648 §4.',
    },
  }),
  legacyCase({
    id: 'legacy.resource-uris',
    title: 'Listed URIs follow the grammar of URIs',
    requirements: ['mcp-2025-11-25.resource-uri-syntax', 'hardening.resource-uri-syntax'],
    revisions: since20250618,
    scenario: async (context) => eachChannel(context, async (peer, channel) => checkUris(context, peer, channel, { custom: 'mcp-2025-11-25.resource-uri-syntax', common: 'hardening.resource-uri-syntax' })),
    explain: {
      sends: 'Requests: resources/list, from 2025-06-18 on, to its last page.',
      expects: 'Absolute URIs of RFC 3986, with everything else percent-encoded.',
      why: 'Clients take them apart by that grammar, to show them or to choose by their scheme.',
      failure: 'Paths with spaces or letters beyond ASCII are put behind a scheme as they are.',
      fix: 'Build URIs with a library that encodes their parts.',
    },
  }),
]
