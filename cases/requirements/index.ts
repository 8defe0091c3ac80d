/** Every requirement that a case of ours observes; the engine adds its own. */
import type { Requirement } from '../../harness/run/requirement.ts'
import { acceptHandoffRequirements } from './accept-handoff.ts'
import { dualEra } from './dual-era.ts'
import { framingRequirements } from './framing.ts'
import { handoffModelRequirements } from './handoff-model.ts'
import { handoffPolicyRequirements } from './handoff-policy.ts'
import { handoffConcurrencyRequirements } from './handoff-concurrency.ts'
import { handoffStorageRequirements } from './handoff-storage.ts'
import { handoffRules } from './handoff-rules.ts'
import { hardeningMessages } from './hardening-messages.ts'
import { hardeningSubscriptions } from './hardening-subscriptions.ts'
import { hardeningRequirements } from './hardening.ts'
import { interopRequirements } from './interop.ts'
import { isolationRequirements } from './isolation.ts'
import { jsonRequirements } from './json.ts'
import { mcp20251125Lifecycle } from './mcp-2025-11-25-lifecycle.ts'
import { mcp20251125Sessions } from './mcp-2025-11-25-sessions.ts'
import { mcp20251125Transport } from './mcp-2025-11-25-transport.ts'
import { mcp20251125Server } from './mcp-2025-11-25-server.ts'
import { mcp20251125Utilities } from './mcp-2025-11-25-utilities.ts'
import { mcp20260728Basic } from './mcp-2026-07-28-basic.ts'
import { mcp20260728Caching } from './mcp-2026-07-28-caching.ts'
import { mcp20260728Discover } from './mcp-2026-07-28-discover.ts'
import { mcp20260728Mrtr } from './mcp-2026-07-28-mrtr.ts'
import { mcp20260728Notifications } from './mcp-2026-07-28-notifications.ts'
import { mcp20260728Prompts } from './mcp-2026-07-28-prompts.ts'
import { mcp20260728Resources } from './mcp-2026-07-28-resources.ts'
import { mcp20260728Subscriptions } from './mcp-2026-07-28-subscriptions.ts'
import { mcp20260728Tools } from './mcp-2026-07-28-tools.ts'
import { mcp20260728Transport } from './mcp-2026-07-28-transport.ts'
import { mcpAuthorization } from './mcp-authorization.ts'
import { mcpRegistry } from './mcp-registry.ts'
import { mcpSchemas } from './mcp-schemas.ts'
import { mcpSecurity } from './mcp-security.ts'
import { mcpTasks } from './mcp-tasks.ts'
import { mcpStdio } from './mcp-stdio.ts'
import { oauth } from './oauth.ts'
import { registryRequirements } from './registry.ts'
import { rfc6750 } from './rfc6750.ts'
import { rfc9110 } from './rfc9110.ts'
import { rfc9112 } from './rfc9112.ts'

export const requirements: readonly Requirement[] = [
  ...mcp20260728Transport,
  ...rfc6750, ...oauth, ...rfc9110, ...rfc9112, ...mcpAuthorization, ...mcpSecurity, ...hardeningRequirements,
  ...jsonRequirements, ...framingRequirements, ...isolationRequirements, ...mcp20260728Basic,
  ...hardeningSubscriptions, ...mcp20260728Notifications, ...mcp20260728Subscriptions,
  ...mcp20260728Caching, ...mcp20260728Discover, ...hardeningMessages,
  ...mcp20251125Lifecycle, ...mcp20251125Sessions, ...mcp20251125Transport, ...mcp20251125Server, ...mcp20251125Utilities, ...dualEra,
  ...mcp20260728Tools, ...mcp20260728Resources, ...mcp20260728Prompts, ...mcp20260728Mrtr, ...mcpTasks,
  ...mcpSchemas, ...mcpStdio, ...acceptHandoffRequirements,
  ...handoffRules, ...handoffModelRequirements, ...handoffPolicyRequirements, ...handoffStorageRequirements, ...handoffConcurrencyRequirements, ...mcpRegistry, ...registryRequirements, ...interopRequirements,
]
