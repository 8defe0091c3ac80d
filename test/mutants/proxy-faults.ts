/** What the mutating proxy does to header sections, by name. Pure. */
import type { HeaderFault } from './proxy.ts'

export const proxyFaults: Readonly<Record<string, HeaderFault>> = {
  none: (header) => header,
  /** The value then holds a character that the white space has become. */
  'keep-white-space': (header) => header
    .replace(/(\r\nauthorization:) [ \t]+/i, '$1 _')
    .replace(/(\r\nauthorization:[ \t]*\S+ \S+)[ \t]+\r\n/i, '$1_\r\n'),
  'drop-nul': (header) => header.replaceAll('\0', ''),
  'drop-bare-cr': (header) => header.replace(/\r(?!\n)/g, ''),
  'join-folded': (header) => header.replace(/\r\n[ \t]+/g, ''),
}
