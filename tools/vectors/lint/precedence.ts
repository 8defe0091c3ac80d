/**
 * Whether each pair of steps is tried in both halves: both fail and the earlier one is reported; and the earlier one
 * holds, keeps its object, and the later one is reported.
 */
import { expand } from '../../../harness/vectors/expand.ts'
import { acceptAtEdge } from '../../../server/acceptance/index.ts'
import { projects } from '../answer.ts'
import { tokenText } from '../goal-tokens.ts'
import { isVerdict } from '../format.ts'
import type { Checks, Input, Vector, Verdict } from '../format.ts'

/** The steps behind the token, in their order, with what each looks at by itself. */
const steps = [
  { name: 'identity by project', check: 'identity_check', result: 'FOREIGN_PROJECT_CONFIG', looksAt: ['project_id', 'project_name', 'presented_body'] },
  { name: 'identity by path', check: 'identity_check', result: 'FOREIGN_PROJECT_CONFIG', looksAt: ['presented_body', 'expected_repo_path'] },
  { name: 'capability', check: 'capability_check', result: 'CAPABILITY_UNAVAILABLE', looksAt: ['required_tools', 'available_tools'] },
  { name: 'tool manifest', check: 'tool_manifest_check', result: 'TOOL_MANIFEST_DRIFT', looksAt: ['live_items', 'expected_required_tools_hash'] },
  { name: 'board', check: 'board_check', result: 'BOARD_DIVERGENCE', looksAt: ['live_items', 'expected_board_revision'] },
] as const

type Step = (typeof steps)[number]

const tokenFailures = ['not_found', 'already_consumed', 'expired', 'wrong_project', 'body_mismatch'] as const

interface Tried {
  readonly expect: Verdict
  /** The steps behind the token that fail by themselves. */
  readonly failing: readonly Step[]
}

/** @returns One sentence for each half of a pair that no vector flagged `contract` covers. */
export async function precedenceGaps(vectors: readonly Vector[]): Promise<string[]> {
  const tried = (await Promise.all(vectors.filter(({ flags }) => flags.includes('contract')).map(rejections))).flat()
  return [...tokenGaps(tried), ...laterGaps(tried)]
}

/** The calls of a vector that expect a rejection. */
async function rejections({ setup, calls }: Vector): Promise<Tried[]> {
  const tokens = new Map(setup.tokens.map(({ alias }) => [alias, tokenText(alias)]))
  const found: Tried[] = []
  for (const { via = 'accept', input, expect } of calls) {
    if (via !== 'accept' || !isVerdict(expect) || expect.accepted) continue
    const given = expand(input, tokens) as Input
    const failing: Step[] = []
    for (const step of steps) if (await failsAlone(given, step)) failing.push(step)
    found.push({ expect, failing })
  }
  return found
}

async function failsAlone(input: Input, { looksAt }: Step): Promise<boolean> {
  const part = Object.fromEntries(looksAt.filter((name) => Object.hasOwn(input, name)).map((name) => [name, input[name]]))
  const { verdict } = await acceptAtEdge(part, { verifyToken: () => 'ok', resolveProject: (name) => projects.get(name) })
  return !verdict.accepted
}

function tokenGaps(tried: readonly Tried[]): string[] {
  const gaps: string[] = []
  for (const step of steps) {
    for (const reason of tokenFailures) {
      const covered = tried.some(({ expect, failing }) => expect.token_check?.reason === reason && failing.includes(step))
      if (!covered) gaps.push(`no vector has a token that fails with ${reason} where ${step.name} fails too`)
    }
    const kept = tried.some(({ expect, failing }) => expect.token_check?.valid === true && expect.result === step.result && failing.includes(step))
    if (!kept) gaps.push(`no vector has a token that holds where ${step.name} fails`)
  }
  return gaps
}

function laterGaps(tried: readonly Tried[]): string[] {
  return steps.flatMap((first, index) => steps.slice(index + 1).filter(({ check }) => check !== first.check).flatMap((second) => {
    const gaps: string[] = []
    if (!tried.some(({ expect, failing }) => expect.result === first.result && failing.includes(first) && failing.includes(second))) {
      gaps.push(`no vector has both ${first.name} and ${second.name} failing`)
    }
    if (!tried.some(({ expect, failing }) => holds(expect, first.check) && expect.result === second.result && failing.includes(second))) {
      gaps.push(`no vector has ${first.name} holding where ${second.name} fails`)
    }
    return gaps
  }))
}

/** The earlier step was run and kept its object; that it held follows from the later result. */
function holds(expect: Verdict, check: keyof Checks): boolean {
  return expect[check] !== null
}
