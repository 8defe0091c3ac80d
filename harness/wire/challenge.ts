/**
 * A strict parser of WWW-Authenticate (RFC 9110 §11.6.1): it reads what it can, and names with its position all that
 * a sender must not write. What the parameters of a scheme mean is not its concern.
 */

export interface ChallengeParameter {
  /** As written; names compare without case (RFC 9110 §11.2). */
  readonly name: string
  /** Without quotes and escapes. */
  readonly value: string
  /** True where the value was written as a quoted-string. */
  readonly quoted: boolean
}

export interface Challenge {
  /** As written; schemes compare without case (RFC 9110 §11.1). */
  readonly scheme: string
  readonly token68?: string
  /** In order, repetitions kept. */
  readonly parameters: readonly ChallengeParameter[]
}

export interface ParsedChallenges {
  readonly challenges: Challenge[]
  /** Each says which field, where in it (both from 1), and what is wrong; nothing of the value is repeated. */
  readonly problems: string[]
}

/** What is said of a parameter whose name its challenge has already. */
export const repeatedParameter = 'a parameter that the challenge has already (RFC 9110 §11.2)'

/** @param values The value of each WWW-Authenticate field, in order, as latin1 strings. */
export function parseChallenges(values: readonly string[]): ParsedChallenges {
  const challenges: Challenge[] = []
  const problems: string[] = []
  for (const [index, value] of values.entries()) {
    const scanner = new ChallengeScanner(value, (at, what) => { problems.push(`field ${index + 1}, position ${at + 1}: ${what}`) })
    challenges.push(...scanner.read())
  }
  return { challenges, problems }
}

interface OpenChallenge {
  scheme: string
  token68?: string
  parameters: ChallengeParameter[]
}

const token = /[!#$%&'*+\-.^_`|~0-9A-Za-z]+/y
const token68 = /[A-Za-z0-9\-._~+/]+=*(?=[ \t]*(?:,|$))/y
const whiteSpace = /[ \t]*/y
const equals = /([ \t]*)=([ \t]*)/y
const quotedString = /"((?:[\t \x21\x23-\x5b\x5d-\x7e\x80-\xff]|\\[\t\x20-\x7e\x80-\xff])*)"/y

class ChallengeScanner {
  readonly #text: string
  readonly #report: (at: number, what: string) => void
  readonly #found: OpenChallenge[] = []
  #at = 0

  constructor(text: string, report: (at: number, what: string) => void) {
    this.#text = text
    this.#report = report
  }

  read(): OpenChallenge[] {
    this.#take(whiteSpace)
    if (this.#over) this.#report(this.#at, 'the field holds no challenge')
    while (!this.#over) {
      if (!this.#readElement()) break
      this.#readSeparator()
    }
    return this.#found
  }

  get #over(): boolean {
    return this.#at >= this.#text.length
  }

  /** One element of the list: a challenge with what follows its scheme, or one more parameter of the last challenge. */
  #readElement(): boolean {
    if (this.#text[this.#at] === ',') {
      this.#report(this.#at, 'an empty list element (RFC 9110 §5.6.1.1)')
      return true
    }
    const from = this.#at
    const name = this.#take(token)
    if (name === undefined) {
      this.#report(from, 'neither a scheme nor a parameter begins here')
      return false
    }
    const current = this.#found.at(-1)
    if (this.#peek(equals)) {
      if (current === undefined) this.#report(from, 'a parameter stands before any scheme')
      else if (current.token68 !== undefined) this.#report(from, 'a parameter follows a token68')
      return this.#readParameter(current ?? { scheme: '', parameters: [] }, name, from)
    }
    return this.#readChallenge(name)
  }

  #readChallenge(scheme: string): boolean {
    const challenge: OpenChallenge = { scheme, parameters: [] }
    this.#found.push(challenge)
    const from = this.#at
    const space = this.#take(whiteSpace) ?? ''
    if (this.#over || this.#text[this.#at] === ',') return true
    if (space === '' || space.includes('\t')) this.#report(from, 'only spaces may part a scheme from what follows it')
    const single = this.#take(token68)
    if (single !== undefined) {
      challenge.token68 = single
      return true
    }
    const nameAt = this.#at
    const name = this.#take(token)
    if (name === undefined || !this.#peek(equals)) {
      this.#report(nameAt, 'neither a token68 nor a parameter follows the scheme')
      return false
    }
    return this.#readParameter(challenge, name, nameAt)
  }

  #readParameter(challenge: OpenChallenge, name: string, from: number): boolean {
    const sign = this.#take(equals)
    if (sign !== '=') this.#report(from + name.length, 'white space around the equals sign (RFC 9110 §5.6.3)')
    const valueAt = this.#at
    const quoted = this.#take(quotedString)
    const value = quoted === undefined ? this.#take(token) : quoted.slice(1, -1).replace(/\\(.)/gs, '$1')
    if (value === undefined) {
      this.#report(valueAt, this.#text[valueAt] === '"' ? 'a quoted-string that does not end, or holds a character that it must not' : 'a parameter without a value')
      return false
    }
    if (challenge.parameters.some((other) => other.name.toLowerCase() === name.toLowerCase())) this.#report(from, repeatedParameter)
    challenge.parameters.push({ name, value, quoted: quoted !== undefined })
    return true
  }

  #readSeparator(): void {
    this.#take(whiteSpace)
    if (this.#over) return
    if (this.#text[this.#at] !== ',') {
      this.#report(this.#at, 'a comma is missing')
      return
    }
    this.#at += 1
    this.#take(whiteSpace)
    if (this.#over) this.#report(this.#at, 'an empty list element (RFC 9110 §5.6.1.1)')
  }

  #peek(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    return pattern.test(this.#text)
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0]
    if (found !== undefined) this.#at += found.length
    return found
  }
}
