/** The catalogue's content: what is checked, and by which statements it is judged. */
import type { Case } from '../harness/run/case.ts'
import { acceptHandoff } from './accept-handoff/index.ts'
import { authNegative } from './auth-negative/index.ts'
import { framing } from './framing/index.ts'
import { interop } from './interop/index.ts'
import { isolation } from './isolation/index.ts'
import { json } from './json/index.ts'
import { lifecycle } from './lifecycle/index.ts'
import { manifest } from './manifest/index.ts'
import { registry } from './registry/index.ts'
import { spec20251125 } from './spec-2025-11-25/index.ts'
import { spec20260728 } from './spec-2026-07-28/index.ts'
import { stdio } from './stdio/index.ts'

export { requirements } from './requirements/index.ts'

export const cases: readonly Case[] = [...authNegative, ...spec20260728, ...spec20251125, ...json, ...framing, ...stdio, ...isolation, ...acceptHandoff, ...lifecycle, ...registry, ...manifest, ...interop]
