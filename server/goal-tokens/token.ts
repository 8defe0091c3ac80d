/** Goal tokens: 8 random bytes as hex, handed out once and kept only as their SHA-256. */
import { createHash, randomBytes } from 'node:crypto'

/** 16 lower-case hex characters. */
export function mintGoalToken(): string {
  return randomBytes(8).toString('hex')
}

/** @param token As it was presented, every character of it. @returns 64 lower-case hex characters. */
export function hashGoalToken(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex')
}
