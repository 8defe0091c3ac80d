/**
 * Every tool beside those of the reference, in the order in which they are listed. The framework looks for some of its
 * tools on the first page alone, so these come first.
 */
import type { FixtureTool } from '../feature.ts'
import { clientRequestTools, testMissingCapability, testStreamingElicitation } from './client-requests.ts'
import { confirmedChoice } from './confirmed-choice.ts'
import { contentTools } from './content.ts'
import { inputRequiredTools } from './input-required.ts'
import { loggingTools } from './logging.ts'
import { withMetadata } from './metadata.ts'
import { mirroredTools } from './mirrored.ts'
import { outputTools } from './output.ts'
import { testToolWithProgress } from './progress.ts'
import { testReconnection } from './reconnection.ts'
import { schemaTools } from './schemas.ts'
import { slowTools } from './slow.ts'
import { streamProgress } from './stream-progress.ts'
import { taskTools } from './tasks.ts'
import { moreTriggerTools, triggerTools } from './triggers.ts'

/** How many tools a page has: those of the reference come before these. */
export const toolsOfPage = 23

export const tools: readonly FixtureTool[] = [
  streamProgress,
  testMissingCapability,
  testStreamingElicitation,
  ...triggerTools,
  ...mirroredTools,
  ...schemaTools,
  ...loggingTools,
  testToolWithProgress,
  ...contentTools,
  ...slowTools,
  ...taskTools,
  ...outputTools,
  ...inputRequiredTools,
  confirmedChoice,
  ...clientRequestTools,
  ...moreTriggerTools,
  withMetadata,
  testReconnection,
]
