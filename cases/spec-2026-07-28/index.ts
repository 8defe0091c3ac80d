/** Every case about revision 2026-07-28. */
import type { Case } from '../../harness/run/case.ts'
import { cases as caching } from './caching.ts'
import { cases as completion } from './completion.ts'
import { cases as discover } from './discover.ts'
import { cases as envelope } from './envelope.ts'
import { cases as errors } from './errors.ts'
import { cases as ids } from './ids.ts'
import { cases as listStability } from './list-stability.ts'
import { cases as logging } from './logging.ts'
import { cases as methods } from './methods.ts'
import { cases as mrtrAnswers } from './mrtr-answers.ts'
import { cases as mrtrContents } from './mrtr-contents.ts'
import { cases as mrtrState } from './mrtr-state.ts'
import { cases as mrtr } from './mrtr.ts'
import { cases as schema } from './schema.ts'
import { cases as pagination } from './pagination.ts'
import { cases as progress } from './progress.ts'
import { cases as prompts } from './prompts.ts'
import { cases as resources } from './resources.ts'
import { cases as results } from './results.ts'
import { cases as stateless } from './stateless.ts'
import { cases as subscriptionChanges } from './subscription-changes.ts'
import { cases as subscriptions } from './subscriptions.ts'
import { cases as tasks } from './tasks.ts'
import { cases as tasksLifecycle } from './tasks-lifecycle.ts'
import { cases as tasksTransport } from './tasks-transport.ts'
import { cases as toolsList } from './tools-list.ts'
import { cases as toolsRefusals } from './tools-refusals.ts'
import { cases as toolsResults } from './tools-results.ts'
import { cases as toolsSchemas } from './tools-schemas.ts'
import { transportCases } from './transport.ts'

export const spec20260728: readonly Case[] = [
  ...envelope, ...stateless, ...ids, ...methods, ...discover, ...caching, ...pagination, ...schema, ...results, ...errors, ...logging, ...progress, ...subscriptions, ...subscriptionChanges,
  ...toolsList, ...toolsSchemas, ...toolsResults, ...toolsRefusals,
  ...listStability, ...resources, ...prompts, ...completion,
  ...mrtr, ...mrtrState, ...mrtrAnswers, ...mrtrContents,
  ...tasks, ...tasksLifecycle, ...tasksTransport,
  ...transportCases,
]
