/** `handoff-server envelope`: writes the body of a handoff that a receiver can check, and issues its token. */
import { InvalidArgumentError, Option, type Command } from 'commander'
import { prepareEnvelope, sealEnvelope, type PreparedEnvelope } from '../acceptance/envelope/envelope.ts'
import { CommandError, UsageError } from '../errors.ts'
import { issueGoalToken, type IssuedToken } from '../goal-tokens/goal-tokens.ts'
import { defaultTtlS, longestTtlS } from '../goal-tokens/inputs.ts'
import { HandoffError } from '../handoff/errors.ts'
import { isActive } from '../registry/active.ts'
import { parseRegistry } from '../registry/load.ts'
import type { PolicySnapshot } from '../registry/policy.ts'
import { readSafely, resolveRegistry } from '../registry/safe-file.ts'
import { readSettings } from '../settings.ts'
import { makeFolderOf } from '../store/folder.ts'
import { openStore } from '../store/open.ts'
import { readJsonFile, readTextFile } from './input-file.ts'
import { agentOf, newCommand, type ParsedOptions } from './options.ts'
import { printResult, type Output } from './output.ts'
import { InvalidRegistry } from './validate.ts'

interface EnvelopeOptions extends ParsedOptions {
  readonly project: string
  readonly text: string
  readonly items?: string
  readonly repoPath?: string
  readonly ttl: number
  readonly unbound?: boolean
  readonly db?: string
}

export function envelopeCommand(output: Output): Command {
  return newCommand('envelope', 'write an envelope for accept_handoff: the delivered body to stdout, with its token', ['registry', 'agent'])
    .option('--db <path>', 'the database (default: HANDOFF_MCP_DB, else ./data/handoffs.sqlite)')
    .requiredOption('--project <id>', 'the project that the envelope is for')
    .requiredOption('--text <file>', 'what the receiver shall do; - reads standard input')
    .option('--items <file>', 'the items of the board, as JSON like `live_items` of accept_handoff')
    .option('--repo-path <path>', 'where the receiver must have its repository')
    .addOption(new Option('--ttl <seconds>', 'how long the token is good').argParser(seconds).default(defaultTtlS))
    .option('--unbound', 'do not bind the token to the body: for ways of delivery that change white space')
    .action(async (options: EnvelopeOptions) => {
      const settings = readSettings(process.env, options)
      const agent = agentOf(options)
      if (options.text === '-' && options.items === '-') throw new UsageError('--text and --items cannot both be standard input')
      const policy = readPolicy(settings.registry)
      mayIssue(policy, agent)
      const prepared = await prepare(options, policy)
      const issued = await issue({ db: settings.db, agent, prepared, options })
      print(output, options, prepared, issued)
    })
}

function seconds(value: string): number {
  const ttl = /^\d{1,5}$/.test(value) ? Number(value) : 0
  if (ttl < 1 || ttl > longestTtlS) throw new InvalidArgumentError(`It must be a whole number of seconds from 1 to ${longestTtlS}.`)
  return ttl
}

function readPolicy(registry: string): PolicySnapshot {
  const parsed = parseRegistry(readSafely(resolveRegistry(registry)).bytes)
  if (!parsed.ok) throw new InvalidRegistry(registry, parsed.problems)
  return parsed.snapshot
}

/** As over the server: any agent, as long as it is enabled and unexpired. */
function mayIssue(policy: PolicySnapshot, agentId: string): void {
  const agent = policy.agents.get(agentId)
  if (agent === undefined) throw new CommandError('agent_unknown', 'the registry has no agent with this id', 'add it to the registry, or correct --agent')
  if (!isActive(agent, Date.now())) throw new CommandError('agent_inactive', `${agentId} is disabled or expired`, `see \`handoff-server enable --agent ${agentId}\` and \`handoff-server rotate --agent ${agentId}\``)
}

async function prepare(options: EnvelopeOptions, policy: PolicySnapshot): Promise<PreparedEnvelope> {
  const text = await readTextFile(options.text)
  const items = options.items === undefined ? [] : await readJsonFile(options.items)
  const project_name = policy.projects.find(({ id }) => id === options.project)?.name
  try {
    return prepareEnvelope({ text, items, project_id: options.project, project_name, repo_path: options.repoPath, generated_at: new Date().toISOString() })
  } catch (error) {
    if (!(error instanceof HandoffError)) throw error
    throw new CommandError('envelope_invalid', `${error.field ?? 'the envelope'}: ${error.message.replace(/\.$/, '')}`, 'correct what is named; nothing was issued', { cause: error })
  }
}

interface IssueParts {
  readonly db: string
  readonly agent: string
  readonly prepared: PreparedEnvelope
  readonly options: EnvelopeOptions
}

async function issue({ db, agent, prepared, options }: IssueParts): Promise<IssuedToken> {
  makeFolderOf(db)
  const store = await openStore({ path: db, clock: Date.now })
  try {
    const body = options.unbound === true ? undefined : prepared.body
    return await issueGoalToken({ store, clock: Date.now }, agent, { projectId: prepared.project_id, body, ttlS: options.ttl })
  } finally {
    await store.close()
  }
}

function print(output: Output, options: EnvelopeOptions, prepared: PreparedEnvelope, issued: IssuedToken): void {
  const body = sealEnvelope(prepared, issued.goal_token)
  const parameters = {
    project_id: prepared.project_id,
    goal_token: issued.goal_token,
    presented_body: body,
    required_tools: prepared.required_tools,
    expected_required_tools_hash: prepared.required_tools_hash,
    expected_board_revision: prepared.board_revision,
  }
  const result = { command: 'envelope', agent: options.agent, expires_at: issued.expires_at, body_hash: issued.body_hash ?? null, accept_handoff: parameters }
  // The body ends with a line feed, which the output adds.
  printResult(output, options.json === true, result, [body.replace(/\n$/, '')])
  output.stderr(`This envelope is good once, for the project ${options.project}, until ${issued.expires_at}; its token is bound to ${issued.body_hash === undefined ? 'no body' : 'this body, byte for byte'}.`)
}
