/** Every mutant: one line for each file of them. Nothing of the harness is loaded with the data. */
import { acceptanceBody } from './mutants/acceptance-body.ts'
import { acceptanceHashes } from './mutants/acceptance-hashes.ts'
import { acceptanceInput } from './mutants/acceptance-input.ts'
import { acceptanceOrder } from './mutants/acceptance-order.ts'
import { acceptanceTokens } from './mutants/acceptance-tokens.ts'
import { answers } from './mutants/answers.ts'
import { unclearMutants } from './mutants/unclear.ts'
import { credentials } from './mutants/credentials.ts'
import { elsewhere } from './mutants/elsewhere.ts'
import { envelope } from './mutants/envelope.ts'
import { framingMutants } from './mutants/framing.ts'
import { equivalents, guardMutants } from './mutants/guards.ts'
import { isolationMutants } from './mutants/isolation.ts'
import { jsonMutants } from './mutants/json.ts'
import { legacyFeatures } from './mutants/legacy-features.ts'
import { legacyHttp } from './mutants/legacy-http.ts'
import { lifecycleConcurrent } from './mutants/lifecycle-concurrent.ts'
import { legacyLifecycle } from './mutants/legacy-lifecycle.ts'
import { operations } from './mutants/operations.ts'
import { lifecycleModel } from './mutants/lifecycle-model.ts'
import { metrics } from './mutants/metrics.ts'
import { lifecycleCrash } from './mutants/lifecycle-crash.ts'
import { lifecycleRules } from './mutants/lifecycle-rules.ts'
import { presentation } from './mutants/presentation.ts'
import { proxied } from './mutants/proxied.ts'
import { registryMutants } from './mutants/registry.ts'
import { schema } from './mutants/schema.ts'
import { sessions } from './mutants/sessions.ts'
import { specBasic } from './mutants/spec-basic.ts'
import { specDiscover } from './mutants/spec-discover.ts'
import { specHeaders } from './mutants/spec-headers.ts'
import { specHttp } from './mutants/spec-http.ts'
import { specMrtr } from './mutants/spec-mrtr.ts'
import { specResources } from './mutants/spec-resources.ts'
import { specSubscriptions } from './mutants/spec-subscriptions.ts'
import { specTasks } from './mutants/spec-tasks.ts'
import { specTools } from './mutants/spec-tools.ts'
import { stdioMutants } from './mutants/stdio.ts'
import { surface } from './mutants/surface.ts'
import type { Mutant } from './mutant.ts'

export const mutants: readonly Mutant[] = [
  ...presentation, ...elsewhere, ...credentials, ...answers, ...surface, ...sessions, ...proxied, ...guardMutants,
  ...specTools, ...specResources, ...specMrtr, ...specTasks,
  ...stdioMutants, ...schema, ...envelope, ...specBasic, ...specDiscover, ...specSubscriptions, ...specHttp, ...specHeaders,
  ...legacyLifecycle, ...legacyHttp, ...legacyFeatures,
  ...jsonMutants, ...framingMutants, ...isolationMutants,
  ...lifecycleModel,
  ...lifecycleConcurrent,
  ...acceptanceOrder, ...acceptanceBody, ...acceptanceHashes, ...acceptanceTokens, ...acceptanceInput,
  ...registryMutants,
  ...operations,
  ...metrics,
  ...lifecycleCrash,
  ...lifecycleRules,
  ...unclearMutants,
]

export { equivalents }
