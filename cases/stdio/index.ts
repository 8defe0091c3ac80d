/** Every case about lines, bytes and processes over stdio. */
import type { Case } from '../../harness/run/case.ts'
import { cases as badLines } from './bad-lines.ts'
import { cases as cancellation } from './cancellation.ts'
import { cases as framing } from './framing.ts'
import { cases as opening } from './opening.ts'
import { cases as requests } from './requests.ts'
import { cases as shutdown } from './shutdown.ts'
import { cases as slowReader } from './slow-reader.ts'
import { cases as stdout } from './stdout.ts'
import { cases as twoProcesses } from './two-processes.ts'

export const stdio: readonly Case[] = [...framing, ...badLines, ...requests, ...opening, ...cancellation, ...slowReader, ...shutdown, ...twoProcesses, ...stdout]
