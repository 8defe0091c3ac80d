/** Faults of goal tokens: how they are found, when they end, in which order they are judged, and what consumes them. */
import { after, before, faulty } from './acceptance-patch.ts'
import type { AcceptanceMutant } from './acceptance-patch.ts'

const tokens = 'goal-tokens/goal-tokens.ts'
const service = 'goal-tokens/service.ts'
const inputs = 'goal-tokens/inputs.ts'
const expired = "  if (nowUs > row.expiresAtUs) return 'expired'\n"
const consumed = "  if (row.consumedAtUs !== undefined) return 'already_consumed'\n"
const project = "  if (row.projectId !== presented.project_id) return 'wrong_project'\n"
const consumes = "    if (reason === 'ok') return consume(transaction, tokenSha256, agentId, nowUs)\n"

/** Marks the token and then tells that it was refused. */
function consumedBy(reason: string): readonly [find: string, replace: string] {
  return after(consumes, `    if (reason === '${reason}') consumeGoalToken(transaction, tokenSha256, agentId, nowUs)\n`)
}

/** Gives the token back where the verdict rejects. */
const givenBack = `      if (!verdict.accepted && verdict.token_check?.valid === true) {
        const { hashGoalToken } = await import('./token.ts')
        const { deleteGoalToken, findGoalToken, insertGoalToken } = await import('../store/goal-tokens.ts')
        await options.store.write((transaction) => {
          const row = findGoalToken(transaction, hashGoalToken(input.goal_token ?? ''))
          if (row === undefined) return
          deleteGoalToken(transaction, row.tokenSha256)
          insertGoalToken(transaction, row)
        })
      }
`

export const acceptanceTokens: readonly AcceptanceMutant[] = [
  faulty('token-trimmed', 'White space around a token is lost before it is looked up.', tokens, ['const tokenSha256 = hashGoalToken(presented.token)', 'const tokenSha256 = hashGoalToken(presented.token.trim())'], 'vectors-sequences', 'vectors-token', 'vectors-verify-tool'),
  faulty('token-case', 'Tokens are looked up in lower case.', tokens, ['const tokenSha256 = hashGoalToken(presented.token)', 'const tokenSha256 = hashGoalToken(presented.token.toLowerCase())'], 'vectors-token', 'vectors-verify-tool'),
  faulty('expiry-late', 'A token lives a second longer than it says.', tokens, ['if (nowUs > row.expiresAtUs)', 'if (nowUs > row.expiresAtUs + 1_000_000)'], 'expiry', 'vectors-examples', 'vectors-precedence', 'vectors-sequences', 'vectors-token-time', 'vectors-verify-tool'),
  faulty('expiry-early', 'A token has ended at the instant of its expiry.', tokens, ['if (nowUs > row.expiresAtUs)', 'if (nowUs >= row.expiresAtUs)'], 'expiry', 'vectors-sequences', 'vectors-token-time', 'vectors-verify-tool'),
  faulty('expiry-milliseconds', 'Time is counted in milliseconds.', tokens, ['return Math.round(nowMs * 1000)', 'return Math.floor(nowMs) * 1000'], 'expiry', 'vectors-token-time', 'vectors-verify-tool'),
  faulty('expiry-ignores-ttl', 'Every token lives for 300 seconds.', tokens, ['issuedAtUs + request.ttlS * 1_000_000', 'issuedAtUs + 300 * 1_000_000'], 'expiry', 'issued-tokens', 'vectors-sequences', 'vectors-token-time'),
  faulty('expired-kept', 'An expired token is reported as expired again and again.', tokens, ["    if (reason === 'expired') deleteGoalToken(transaction, tokenSha256)\n", ''], 'expiry', 'vectors-sequences', 'vectors-token-time', 'vectors-verify-tool'),
  faulty('memory-short', 'A token is forgotten after an hour.', tokens, ['const memoryUs = 24 * 60 * 60 * 1_000_000', 'const memoryUs = 60 * 60 * 1_000_000'], 'vectors-token-time'),
  faulty('memory-long', 'A token is remembered for two days.', tokens, ['const memoryUs = 24 * 60 * 60 * 1_000_000', 'const memoryUs = 48 * 60 * 60 * 1_000_000'], 'vectors-token-time'),
  faulty('expired-before-consumed', 'Expiry is looked at before consumption.', tokens, [consumed + expired, expired + consumed], 'vectors-sequences', 'vectors-token-time'),
  faulty('project-before-expired', 'The project is looked at before expiry.', tokens, [expired + project, project + expired], 'vectors-token-time'),
  faulty('project-before-consumed', 'The project is looked at before consumption.', tokens, [consumed, project + consumed], 'vectors-token', 'vectors-token-time'),
  faulty('body-before-project', 'The body is looked at before the project.', tokens, before(project, "  if (row.bodySha256 !== undefined && presented.presented_body !== undefined && bodyHash(presented.presented_body) !== row.bodySha256) return 'body_mismatch'\n"), 'vectors-token'),
  faulty('project-missing-fits', 'A missing project fits every token.', tokens, ['if (row.projectId !== presented.project_id)', "if (presented.project_id !== '' && row.projectId !== presented.project_id)"], 'vectors-gates', 'vectors-project-name', 'vectors-sequences', 'vectors-token', 'vectors-verify-tool'),
  faulty('body-missing-mismatch', 'A bound token without a body is refused.', tokens, ["if (row.bodySha256 === undefined || presented.presented_body === undefined) return 'ok'", "if (row.bodySha256 === undefined) return 'ok'\n  if (presented.presented_body === undefined) return 'body_mismatch'"], 'vectors-body-binding', 'vectors-gates', 'vectors-verify-tool'),
  faulty('body-empty-unbound', 'An empty body binds a token to nothing.', tokens, ['request.body === undefined ? undefined : bodyHash', "request.body === undefined || request.body === '' ? undefined : bodyHash"], 'issued-tokens', 'vectors-body-binding', 'vectors-verify-tool'),
  faulty('never-consumed', 'A token is good again and again.', tokens, [consumes, ''], 'single-use', 'stays-consumed', 'vectors-examples', 'vectors-precedence', 'vectors-sequences', 'vectors-token', 'vectors-token-time', 'vectors-verify-tool'),
  faulty('consumed-by-body-mismatch', 'Another body consumes the token.', tokens, consumedBy('body_mismatch'), 'vectors-banner', 'vectors-body-binding', 'vectors-sequences', 'vectors-verify-tool'),
  faulty('consumed-by-wrong-project', 'Another project consumes the token.', tokens, consumedBy('wrong_project'), 'plain-http-project', 'vectors-sequences', 'vectors-token-time', 'vectors-verify-tool'),
  faulty('not-atomic', 'A token is judged and then marked as consumed in another step.', tokens, [`${consumes}    return reason\n  })\n`, "    return reason\n  }).then(async (reason) => {\n    await new Promise((resolve) => setTimeout(resolve, 50))\n    if (reason === 'ok') await store.write((transaction) => consumeGoalToken(transaction, tokenSha256, agentId, microseconds(clock())))\n    return reason\n  })\n"], 'single-use'),
  faulty('given-back', 'A rejection gives the token back.', service, before('      log(auditLine(', givenBack), 'stays-consumed', 'vectors-sequences'),
  faulty('verify-untrimmed', 'The tool that verifies does not trim its token.', service, ['token: token.trim()', 'token'], 'vectors-verify-tool'),
  faulty('verify-banner', 'The tool that verifies does not strip the banner.', service, ['stripBanner(delivered)', 'delivered'], 'vectors-verify-tool'),
  faulty('issue-banner', 'The banner of a body is stripped when a token is bound to it.', service, ['const request = readIssueInput(given)', 'const read = readIssueInput(given)\n      const request = { ...read, body: read.body === undefined ? undefined : stripBanner(read.body) }'], 'issued-tokens', 'vectors-banner'),
  faulty('issue-default', 'A token that is given no life lives for 600 seconds.', inputs, ['defaultTtlS = 300', 'defaultTtlS = 600'], 'issued-tokens'),
  faulty('issue-fractions', 'Half a second is a life.', inputs, ['Number.isInteger(ttlS)', 'Number.isFinite(ttlS)'], 'issued-tokens'),
]
