/**
 * The byte strings by which a secret betrays itself in a squeezed or plain view: itself, its base64 and base64url at
 * each of the three alignments inside longer data (RFC 4648), and its hexadecimal digits.
 */
import { decodedView, foldedView, plainView, squeezedView } from './views.ts'

/** Shorter secrets cannot be told from ordinary words. In bytes. */
export const minSecretBytes = 8

/** How many layers of escapes are looked through. */
export const maxLayers = 4

export interface Form {
  readonly bytes: Uint8Array
  /** `plain` is looked for where nothing was left out, `hex` where separators of digits were left out too. */
  readonly view: 'plain' | 'squeezed' | 'hex'
  /** Base64 shares its first and last character with its neighbours, so those go as well. */
  readonly widen: boolean
}

/** Every form of a secret, without repetition. Empty for one that is too short. */
export function formsOf(secret: string): Form[] {
  const forms = new Map<string, Form>()
  for (const spelling of spellings(secret)) {
    if (spelling.length < minSecretBytes) continue
    addForm(forms, spelling, false)
    for (const encoding of ['base64', 'base64url'] as const) {
      for (const lead of [0, 1, 2]) addForm(forms, base64Core(spelling, encoding, lead), true)
    }
    const hex = Buffer.from(Buffer.from(spelling).toString('hex'), 'latin1')
    forms.set(`hex ${hex.toString('latin1')}`, { bytes: hex, view: 'hex', widen: false })
  }
  return [...forms.values()]
}

function addForm(forms: Map<string, Form>, spelling: Uint8Array, widen: boolean): void {
  const squeezed = squeezedView(plainView(spelling)).bytes
  const view = squeezed.length >= minSecretBytes ? 'squeezed' : 'plain'
  const bytes = view === 'squeezed' ? squeezed : foldedView(plainView(spelling)).bytes
  if (bytes.length < minSecretBytes) return
  forms.set(`${view} ${Buffer.from(bytes).toString('latin1')}`, { bytes, view, widen })
}

/** The secret's own bytes, those of a header that was read as latin1, and both with their own escapes taken off. */
function* spellings(secret: string): Generator<Uint8Array> {
  const own = Buffer.from(secret, 'utf8')
  for (const bytes of [own, Buffer.from(own.toString('latin1'), 'utf8')]) {
    yield bytes
    let view = decodedView(plainView(bytes))
    for (let layer = 0; layer < maxLayers && view !== undefined; layer++) {
      yield view.bytes
      view = decodedView(view)
    }
  }
}

/** The characters that depend on the secret alone when `lead` bytes stand before it in its group of three. */
function base64Core(bytes: Uint8Array, encoding: 'base64' | 'base64url', lead: number): Uint8Array {
  const text = Buffer.concat([Buffer.alloc(lead), bytes]).toString(encoding)
  const core = text.slice(Math.ceil((lead * 8) / 6), Math.floor(((lead + bytes.length) * 8) / 6))
  return Buffer.from(core, 'latin1')
}
