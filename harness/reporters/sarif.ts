/**
 * SARIF 2.1.0, for code scanning. A rule is a requirement; a result is a requirement that a case found violated, of level
 * error or, where it only warns, warning. An expected failure is suppressed, with its reason. What shows nothing is a
 * result of kind `open`, and what is wrong with the run as a whole also makes the invocation unsuccessful. What passed or
 * does not apply is only counted: readers take each result for something to look at.
 * A server has no line of source to point at, so a location is the file of the evidence that holds the failure.
 */
import { createHash } from 'node:crypto'
import { failureFile } from '../evidence/failures.ts'
import type { JsonObject } from '../wire/json.ts'
import { accountOf } from './account.ts'
import { startOf, whole } from './ctrf.ts'
import { type Entry, expectationText, isFault, type Report, reportOf, unexpectedText } from './report.ts'
import type { Render, RenderOptions } from './reporter.ts'

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'
const home = 'https://github.com/handoff-conformance/handoff-conformance'
/** Of one target, under which name runs are compared with each other. */
const category = 'handoff-conformance/'

export const renderSarif: Render = (run, options) => {
  const report = reportOf(run)
  const results = [...report.entries.flatMap((entry) => resultsOf(entry, options)), ...wholeRun(report)]
  const start = startOf(run.start)
  const document = {
    $schema: schema,
    version: '2.1.0',
    runs: [{
      tool: { driver: { name: 'handoff-conformance', version: run.harnessVersion, informationUri: home, rules: rulesOf(report) } },
      automationDetails: { id: `${category}${run.target?.name ?? 'no target'}/` },
      invocations: [{
        executionSuccessful: report.gap === undefined && report.counts.unrun === 0 && run.exitCode !== 4,
        ...(run.exitCode === null ? {} : { exitCode: run.exitCode }),
        ...(start === undefined ? {} : { startTimeUtc: new Date(start).toISOString(), endTimeUtc: new Date(start + whole(run.durationMs)).toISOString() }),
        ...(report.gap === undefined ? {} : { toolExecutionNotifications: [{ level: 'error', message: { text: report.gap } }] }),
      }],
      columnKind: 'utf16CodeUnits',
      results,
      properties: { status: run.status, level: run.level, seed: run.seed, suites: run.suites, outcomes: run.counts },
    }],
  }
  return `${JSON.stringify(document, undefined, 2)}\n`
}

const unexpectedRule = 'expected-failures'
const gapRule = 'run-complete'

/** Of everything that a result names, once. */
function rulesOf({ run, entries, unexpected, gap }: Report): JsonObject[] {
  const rules = new Map<string, JsonObject>()
  for (const { result, standing, violations, explanation } of entries) {
    for (const { requirement, level, source } of isFault(standing) ? violations : []) {
      if (rules.has(requirement)) continue
      rules.set(requirement, {
        id: requirement,
        shortDescription: { text: source?.statement ?? requirement },
        ...(source === undefined ? {} : { fullDescription: { text: `${source.source} ${source.section}: ${source.statement}` }, helpUri: source.url }),
        ...(explanation === undefined ? {} : { help: { text: `${explanation.failure} ${explanation.fix}` } }),
        properties: { level, tags: [level] },
      })
    }
    if (needsOwnRule(standing, violations.length) && !rules.has(result.id)) rules.set(result.id, { id: result.id, shortDescription: { text: result.title } })
  }
  if (unexpected.length > 0) rules.set(unexpectedRule, { id: unexpectedRule, shortDescription: { text: 'Entries of the file of expected failures hold.' } })
  if (gap !== undefined) rules.set(gapRule, { id: gapRule, shortDescription: { text: `The run tests ${run.target?.name ?? 'a target'} to its end.` } })
  return [...rules.values()]
}

/** What names no requirement is filed under its case. */
const needsOwnRule = (standing: Entry['standing'], violations: number): boolean =>
  standing === 'unclear' || standing === 'unrun' || (isFault(standing) && violations === 0)

function resultsOf(entry: Entry, options: RenderOptions): JsonObject[] {
  const { result, standing, violations } = entry
  if (standing === 'passed' || standing === 'excluded') return []
  const text = accountOf(entry, options).join('\n')
  if (needsOwnRule(standing, violations.length)) {
    return [{ ...resultOf(result.id, entry, text), ...(isFault(standing) ? { level: standing === 'warned' ? 'warning' : 'error' } : { kind: 'open', level: 'none' }) }]
  }
  const { expectedFailure } = result
  // The worst comes first, and gives a requirement its level.
  return [...new Map(violations.toReversed().map((each) => [each.requirement, each]))].toReversed().map(([requirement, worst]) => ({
    ...resultOf(requirement, entry, text),
    level: worst.isFailure ? 'error' : 'warning',
    ...(standing === 'expected' && expectedFailure !== undefined ? { suppressions: [{ kind: 'external', status: 'accepted', justification: expectationText(expectedFailure) }] } : {}),
  }))
}

function resultOf(rule: string, { result: { id, suite, outcome, reason, exchanges }, failures: [failure] }: Entry, text: string): JsonObject {
  return {
    ruleId: rule,
    message: { text },
    locations: [location(failure === undefined ? 'results.json' : failureFile(failure.id), `${suite}/${id}`)],
    partialFingerprints: { 'caseAndRule/v1': createHash('sha256').update(`${id}\n${rule}`).digest('hex') },
    properties: { case: id, suite, outcome, ...(reason === undefined ? {} : { reason }), ...(exchanges === undefined ? {} : { exchanges }) },
  }
}

function location(uri: string, name: string): JsonObject {
  return { physicalLocation: { artifactLocation: { uri: encodeURI(uri) }, region: { startLine: 1 } }, logicalLocations: [{ fullyQualifiedName: name, kind: 'function' }] }
}

function wholeRun({ unexpected, gap }: Report): JsonObject[] {
  const error = (ruleId: string, text: string): JsonObject => ({ ruleId, level: 'error', message: { text }, locations: [location('results.json', ruleId)] })
  return [...unexpected.map((entry) => error(unexpectedRule, unexpectedText(entry))), ...(gap === undefined ? [] : [error(gapRule, gap)])]
}
