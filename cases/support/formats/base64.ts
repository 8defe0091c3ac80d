/** Whether text is base64 as every decoder reads it (RFC 4648 §4): its alphabet, its padding, and nothing else. */

/** Line breaks are accepted, since what RFC 2045 calls base64 has them. An empty text is the encoding of nothing. */
export function isBase64(text: string): boolean {
  const bare = text.replaceAll(/[\r\n]/g, '')
  return bare.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(bare)
}
