/** Every case about the revisions that begin with `initialize`, and about servers that speak both eras. */
import type { Case } from '../../harness/run/case.ts'
import { cases as batches } from './batches.ts'
import { cases as capabilities } from './capabilities.ts'
import { cases as dual } from './dual.ts'
import { cases as initialize } from './initialize.ts'
import { cases as jsonrpc } from './jsonrpc.ts'
import { cases as logging } from './logging.ts'
import { cases as metadata } from './metadata.ts'
import { cases as origin } from './origin.ts'
import { cases as post } from './post.ts'
import { cases as progress } from './progress.ts'
import { cases as prompts } from './prompts.ts'
import { cases as resources } from './resources.ts'
import { cases as resumption } from './resumption.ts'
import { cases as sessions } from './sessions.ts'
import { cases as streams } from './streams.ts'
import { cases as toolRefusals } from './tool-refusals.ts'
import { cases as tools } from './tools.ts'
import { cases as utilities } from './utilities.ts'
import { cases as versionHeader } from './version-header.ts'

export const spec20251125: readonly Case[] = [
  ...initialize, ...capabilities, ...versionHeader, ...post, ...batches, ...streams, ...resumption, ...origin, ...jsonrpc, ...sessions,
  ...tools, ...toolRefusals, ...resources, ...prompts, ...utilities, ...progress, ...logging, ...metadata, ...dual,
]
