/** The official conformance framework, one requirement set a case: its checks become observations of ours. */
import { judgeScenario } from '../../harness/external/framework/judge.ts'
import type { JudgedScenario } from '../../harness/external/framework/judge.ts'
import { runFramework } from '../../harness/external/framework/run.ts'
import type { FrameworkRevision } from '../../harness/external/framework/run.ts'
import { startBearerProxy } from '../../harness/external/proxy.ts'
import type { Case, CaseContext } from '../../harness/run/case.ts'
import { need } from './external.ts'
import type { External } from './external.ts'

export const frameworkCases = (external: External): readonly Case[] => [
  frameworkCase('2026-07-28', external),
  frameworkCase('2025-11-25', external),
]

function frameworkCase(revision: FrameworkRevision, external: External): Case {
  return {
    id: `interop.framework-${revision}`,
    suite: 'interop',
    fixture: 'alone',
    timeoutMs: 5 * 60_000,
    // When the wall itself has been looked at.
    last: true,
    channels: { transport: 'http', revisions: [revision] },
    title: `The official framework's checks that apply pass under its requirements for ${revision}`,
    requirements: [`hardening.framework-${revision}`, 'hardening.framework-advice'],
    async scenario(context) {
      for (const scenario of await scenariosOf(context, revision, external)) report(context, revision, scenario)
    },
    explain: {
      sends: `Everything that the official conformance framework sends for ${revision}, through a proxy of ours that adds the bearer token and changes nothing else.`,
      expects: 'Each scored scenario that applies to the target passes; what does not apply, is not scored or tests nothing counts for nothing.',
      why: 'The framework is a second reading of the specification, and users of the target will compare its result.',
      failure: 'The target deviates, or the framework is wrong; the page about independent tools lists where it is known to be.',
      fix: 'Run the named scenario by itself with the command line of the framework, and compare with the specification.',
    },
  }
}

/** @throws NotRun, Inconclusive */
async function scenariosOf(context: CaseContext, revision: FrameworkRevision, external: External): Promise<readonly JudgedScenario[]> {
  const found = need(context, 'framework', external)
  const channel = context.channels.find((each) => each.revision === revision)
  if (channel === undefined) return context.notApplicable(`the target does not speak ${revision} over HTTP`)
  const survey = await (await context.peer(channel)).survey()
  const proxy = await startBearerProxy(context.target.url, context.alpha.token === '' ? undefined : context.alpha.token)
  try {
    const run = await runFramework({ found, url: proxy.url, revision, timeoutMs: external.timeoutMs, signal: context.signal })
    if (run.kind === 'broken') return context.inconclusive(`the framework gave no result: ${run.why}`)
    const judged = run.scenarios.map((scenario) => judgeScenario(revision, scenario, { ...survey, sessions: context.target.sessions }))
    const unseen = run.scenarios.filter(({ checks, notScored }) => notScored === undefined && checks.length === 0)
    if (unseen.length > 0) context.inconclusive(`the framework reported nothing on ${unseen.length} scenarios, ${unseen[0]?.name ?? ''} among them`)
    if (run.exitCode > 1) context.inconclusive(`the framework ended with ${run.exitCode}`)
    return judged
  } finally {
    await proxy.close()
  }
}

function report(context: CaseContext, revision: FrameworkRevision, { name, verdict, reason, checks }: JudgedScenario): void {
  for (const check of checks) {
    if (check.kind === 'set aside') context.setAside(check.input, `${check.reason}; the framework reported ${check.status}`)
    else {
      const requirement = check.weight === 'advice' ? 'hardening.framework-advice' : `hardening.framework-${revision}`
      context.observe({ requirement, input: check.input, ok: check.ok, expected: 'SUCCESS', actual: check.actual })
    }
  }
  if (verdict === 'aside') context.setAside(name, reason ?? '')
}
