/** The suite `auth-negative`: every way to be refused as the holder of a static bearer token. */
import type { Case } from '../../harness/run/case.ts'
import { cachingCases } from './caching.ts'
import { challengeCases } from './challenge.ts'
import { echoCases } from './echo.ts'
import { expiryCases } from './expiry.ts'
import { healthCases } from './health.ts'
import { identityCases } from './identity.ts'
import { orderCases } from './order.ts'
import { pathCases } from './paths.ts'
import { presentationBody } from './presentation-body.ts'
import { presentationBytes } from './presentation-bytes.ts'
import { presentationElsewhere } from './presentation-elsewhere.ts'
import { presentationHeader } from './presentation-header.ts'
import { presentationQuery } from './presentation-query.ts'
import { presentationStrict } from './presentation-strict.ts'
import { resilienceCases } from './resilience.ts'
import { revocationCases } from './revocation.ts'
import { rotationCases } from './rotation.ts'
import { rpcCases } from './rpc.ts'
import { sessionCases } from './sessions.ts'
import { surfaceCases } from './surface.ts'
import { uniformCases } from './uniform.ts'
import { tokenCases } from './variants.ts'

export const authNegative: readonly Case[] = [
  ...presentationHeader, ...presentationStrict, ...presentationBytes, ...presentationQuery, ...presentationBody, ...presentationElsewhere,
  ...tokenCases, ...expiryCases, ...revocationCases, ...identityCases, ...uniformCases, ...rotationCases,
  ...challengeCases, ...echoCases, ...cachingCases,
  ...orderCases, ...surfaceCases, ...rpcCases, ...pathCases, ...sessionCases, ...healthCases, ...resilienceCases,
]
