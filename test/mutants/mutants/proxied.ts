/** Faults of bytes, which the HTTP parser of the reference server rules out: made by a proxy in front of it. */
import type { ProxyMutant } from '../mutant.ts'

export const proxied: readonly ProxyMutant[] = [
  { id: 'white-space-kept', title: 'White space around a field value is taken as a part of it.', target: 'proxy', fault: 'keep-white-space', kills: ['auth.header-whitespace'] },
  { id: 'nul-dropped', title: 'NUL bytes are dropped from the header section.', target: 'proxy', fault: 'drop-nul', kills: ['auth.control-bytes'] },
  { id: 'bare-cr-dropped', title: 'A CR without LF is dropped from the header section.', target: 'proxy', fault: 'drop-bare-cr', kills: ['auth.control-bytes'] },
  { id: 'fold-dropped', title: 'A folded line is joined without a space.', target: 'proxy', fault: 'join-folded', kills: ['auth.control-bytes'] },
]
