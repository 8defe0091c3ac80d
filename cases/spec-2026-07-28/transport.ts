/** Every case about HTTP, versions and fields in revision 2026-07-28. */
import type { Case } from '../../harness/run/case.ts'
import { cases as binding } from './http-binding.ts'
import { cases as bodies } from './http-bodies.ts'
import { cases as cancellation } from './http-cancellation.ts'
import { cases as concurrency } from './http-concurrency.ts'
import { cases as host } from './http-host.ts'
import { cases as methods } from './http-methods.ts'
import { cases as notifications } from './http-notifications.ts'
import { cases as origin } from './http-origin.ts'
import { cases as robustness } from './http-robustness.ts'
import { cases as sessionsGone } from './http-sessions-gone.ts'
import { cases as statuses } from './http-statuses.ts'
import { cases as streams } from './http-streams.ts'
import { cases as messageMembers } from './message-members.ts'
import { cases as paramDeclarations } from './param-declarations.ts'
import { cases as paramFields } from './param-fields.ts'
import { cases as paramValues } from './param-values.ts'
import { cases as standardFields } from './standard-fields.ts'
import { cases as versionField } from './version-field.ts'
import { cases as versionNegotiation } from './version-negotiation.ts'

export const transportCases: readonly Case[] = [
  ...origin, ...host, ...binding, ...notifications, ...bodies, ...messageMembers, ...statuses, ...methods, ...sessionsGone, ...streams,
  ...cancellation, ...concurrency, ...robustness, ...versionField, ...versionNegotiation,
  ...standardFields, ...paramFields, ...paramValues, ...paramDeclarations,
]
