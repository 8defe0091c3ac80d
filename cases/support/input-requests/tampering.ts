/**
 * Ways to change an opaque state. Each gives another text whatever its encoding: no change falls on the last characters,
 * whose low bits base64 does not use, and none is only of upper and lower case.
 */
export interface Tampering {
  readonly name: string
  readonly change: (state: string) => string
}

function flipped(share: number): (state: string) => string {
  return (state) => {
    const place = Math.min(Math.floor(state.length * share), Math.max(0, state.length - 3))
    return state.slice(0, place) + next(state[place] ?? '') + state.slice(place + 1)
  }
}

function next(character: string): string {
  if (/[a-z]/.test(character)) return character === 'z' ? 'a' : String.fromCharCode(character.charCodeAt(0) + 1)
  if (/[A-Z]/.test(character)) return character === 'Z' ? 'A' : String.fromCharCode(character.charCodeAt(0) + 1)
  return /[0-8]/.test(character) ? String.fromCharCode(character.charCodeAt(0) + 1) : '0'
}

export const tamperings: readonly Tampering[] = [
  { name: 'changed near its beginning', change: flipped(0.1) },
  { name: 'changed in its first half', change: flipped(0.3) },
  { name: 'changed in its second half', change: flipped(0.6) },
  { name: 'changed near its end', change: flipped(0.85) },
  { name: 'cut to half', change: (state) => state.slice(0, Math.floor(state.length / 2)) },
  { name: 'encoded once more', change: (state) => Buffer.from(state).toString('base64url') },
  { name: 'emptied', change: () => '' },
  { name: 'made up', change: (state) => Buffer.alloc(Math.max(16, state.length), 'handoff-conformance').toString('base64url').slice(0, Math.max(16, state.length)) },
]
