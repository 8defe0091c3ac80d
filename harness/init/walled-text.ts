/** The target file that `init` writes of a server that lets nobody in, but says where tokens are given. Pure. */
import type { WalledServer } from './ask-server.ts'
import { oauthLines } from './oauth-text.ts'
import { comment } from './plain-text.ts'
import { connectionLines, scalar, type TargetTextOptions } from './target-text.ts'

/** @returns Text that `parseTargetFile` takes, in ASCII alone. */
export function walledText({ url, issuer }: WalledServer, options: Pick<TargetTextOptions, 'connection' | 'allowRemote' | 'rate'>): string {
  const parts = [
    [
      ...comment('What handoff-conformance tests here. Each key is explained in docs/target-file.md of the package.'),
      'version: 1',
      `name: ${scalar(url.host)}`,
    ],
    connectionLines(options),
    [
      ...comment('It refused a request without credentials, and its metadata name an authorization server. The harness gets tokens there by the client-credentials grant, for a client that you name here. A secret goes to the issuer: check that it is yours, and then take the # from its line; without the line only an authorization server at the server\'s own origin, or on this machine with it, gets one.'),
      ...oauthLines(issuer),
    ],
    [
      ...comment('Requests a second, at most; lower it for a server that answers 429.'),
      options.rate === undefined ? '# limits: { rate_per_second: 50 }' : `limits: { rate_per_second: ${options.rate} }`,
    ],
  ]
  return `${parts.map((part) => part.join('\n')).join('\n\n')}\n`
}
