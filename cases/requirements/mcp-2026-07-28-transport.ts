/** Everything that is required over HTTP in revision 2026-07-28, with our own hardening beside it. */
import type { Requirement } from '../../harness/run/requirement.ts'
import { hardeningHttp } from './hardening-http.ts'
import { mcp20260728Headers } from './mcp-2026-07-28-headers.ts'
import { mcp20260728Http } from './mcp-2026-07-28-http.ts'
import { mcp20260728Versions } from './mcp-2026-07-28-versions.ts'

export const mcp20260728Transport: readonly Requirement[] = [...mcp20260728Http, ...mcp20260728Versions, ...mcp20260728Headers, ...hardeningHttp]
