/** How resources are listed, read and refused. */
import type { Case } from '../../harness/run/case.ts'
import { errorCode } from '../support/answers.ts'
import { eachChannel } from '../support/channels.ts'
import { checkAbsent, checkContents, checkUriRequired, checkUris } from '../support/features/resource-checks.ts'
import { checkListed } from '../support/tools/tool-list.ts'
import { checkTraversal } from '../support/features/traversal.ts'
import { modernCase } from './define.ts'

export const cases: readonly Case[] = [
  modernCase({
    id: 'spec.resources-listed',
    title: 'Declared resources are listed',
    requirements: ['mcp-2026-07-28.resources-listed'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => checkListed(context, peer, channel, { capability: 'resources', requirement: 'mcp-2026-07-28.resources-listed' })),
    explain: {
      sends: 'resources/list, page by page, where server/discover declares resources.',
      expects: 'A result with an array of resources, which may be empty.',
      why: 'The capability says that the method is there, also where a server has nothing but templates.',
      failure: 'The capability is declared for templates only, and listing is not served.',
      fix: 'Serve resources/list wherever resources are declared, with an empty list where there are none.',
    },
  }),
  modernCase({
    id: 'spec.resource-not-found',
    title: 'Reading a resource that does not exist is refused as invalid parameters',
    requirements: ['mcp-2026-07-28.resource-not-found', 'mcp-2026-07-28.resource-not-found-not-empty', 'hardening.resource-not-found-names-uri'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => checkAbsent(context, peer, channel, {
      refused: errorCode('mcp-2026-07-28.resource-not-found', -32_602),
      notEmpty: 'mcp-2026-07-28.resource-not-found-not-empty',
      namesUri: 'hardening.resource-not-found-names-uri',
    })),
    explain: {
      sends: 'resources/read with a URI of a scheme that nobody uses and, where no template could match it, with one beside a listed resource.',
      expects: 'The JSON-RPC error -32602, best with the URI in its data; no result, and above all no empty one.',
      why: 'An empty result could also be a resource without content; -32002 is the code of earlier revisions.',
      failure: 'The code of an earlier revision is kept, the fault is reported as internal, or an empty list stands for nothing found.',
      fix: 'Refuse with -32602 and data.uri wherever no resource and no template matches.',
    },
  }),
  modernCase({
    id: 'spec.resource-uri-required',
    title: 'Reading without a URI is refused as invalid parameters',
    requirements: ['hardening.resource-uri-required'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => checkUriRequired(context, peer, channel, [errorCode('hardening.resource-uri-required', -32_602, -32_600, -32_020)])),
    explain: {
      sends: 'resources/read without a uri, and with a number and null in its place.',
      expects: 'A JSON-RPC error: -32602, or -32600, or over HTTP -32020 where a header cannot match.',
      why: 'The schema requires the member; an internal error says that the server is broken, so that a client tries again.',
      failure: 'The URI is parsed before anybody looked whether it is there, and the exception becomes -32603.',
      fix: 'Check the parameters against the schema of the request before they are used.',
    },
  }),
  modernCase({
    id: 'spec.resource-traversal',
    title: 'No URI leads to a file of the host',
    requirements: ['mcp-2026-07-28.resource-traversal', 'hardening.resource-host-file'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => checkTraversal(context, peer, channel, { traversal: 'mcp-2026-07-28.resource-traversal', hostFile: 'hardening.resource-host-file' })),
    explain: {
      sends: 'resources/read with paths to a system file, plain and encoded, in the file scheme, in the variables of the target\'s templates and beside its resources.',
      expects: 'An error, or a result that plainly is not that file; what comes is compared and thrown away.',
      why: 'Whoever may read one folder must not read the keys of the host beside it.',
      failure: 'A path is joined to a folder before it is normalised or decoded, or decoded once more after the check.',
      fix: 'Decode once, resolve the path with its links, and compare it with the folder that is served.',
    },
  }),
  modernCase({
    id: 'spec.resource-contents',
    title: 'Listed resources contain text, or blobs in base64',
    requirements: ['mcp-2026-07-28.resource-data-encoded'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => checkContents(context, peer, channel, 'mcp-2026-07-28.resource-data-encoded')),
    explain: {
      sends: 'resources/read for the first listed resources; one that is refused or asks for input is left out.',
      expects: 'Contents with text, or with a blob in the standard alphabet of base64 with padding.',
      why: 'Bytes that are not encoded do not survive JSON, and what a decoder does not take is lost.',
      failure: 'A file is read as text although it is none, or encoded with the URL alphabet.',
      fix: 'Read bytes, and encode them with the standard alphabet unless they are known to be text.',
    },
  }),
  modernCase({
    id: 'spec.resource-uris',
    title: 'The URIs of listed resources are URIs',
    requirements: ['mcp-2026-07-28.resource-uri-syntax', 'hardening.resource-uri-syntax'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => checkUris(context, peer, channel, { custom: 'mcp-2026-07-28.resource-uri-syntax', common: 'hardening.resource-uri-syntax' })),
    explain: {
      sends: 'resources/list, to its last page.',
      expects: 'URIs with a scheme, and with nothing that RFC 3986 does not allow: no spaces, no braces, no letters outside ASCII.',
      why: 'A client that parses the URI, and a header that carries it, need the grammar; a template is no resource.',
      failure: 'File names are put into URIs without being encoded, or a template is listed among the resources.',
      fix: 'Percent-encode each part of the path, and list templates under resources/templates/list.',
    },
  }),
]
