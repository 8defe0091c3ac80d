/** When a token ends: to the microsecond, and for how long it is remembered after that. */
import { ok, stale, tokenOk } from '../expectations.ts'
import { T, accept, group, token, tokened } from '../writing.ts'

const input = { project_id: 'proj-alpha', goal_token: T }
const good = ok({ token_check: tokenOk })
const day = 86_400

export const tokenTimeTheme = [
  group('Expiry', 'Goal tokens', [
    tokened('time-at-expiry', 'Ends a token at the very instant of its expiry: it ends strictly after it.', token(), accept(input, good, 300)),
    tokened('time-one-microsecond-before', 'Rounds the time up to a whole second.', token(), accept(input, good, 299.999999)),
    tokened('time-one-microsecond-after', 'Compares whole seconds or milliseconds, so that a token lives on for the rest of the second.', token(), accept(input, stale('expired'), 300.000001)),
    tokened('time-one-millisecond-after', 'Compares whole seconds, so that a token lives on for the rest of the second.', token(), accept(input, stale('expired'), 300.001)),
    tokened('time-half-second-after', 'Rounds the time to the nearest second, or cuts it.', token(), accept(input, stale('expired'), 300.5)),
    tokened('time-one-second-after', 'Allows for a skew of clocks.', token(), accept(input, stale('expired'), 301)),
    tokened('time-minute-after', 'Allows for a minute of skew between clocks.', token(), accept(input, stale('expired'), 360)),
    tokened('time-minted-late', 'Counts the life of a token from another instant than that of its issue.', token({ minted_at_s: 100 }), accept(input, good, 400)),
    tokened('time-minted-late-expired', 'Counts the life of a token from its first use or from the start of the server.', token({ minted_at_s: 100 }), accept(input, stale('expired'), 400.000001)),
    tokened('time-minted-between-seconds', 'Cuts the instant of issue to a whole second, so that the token ends early.', token({ minted_at_s: 0.75 }), accept(input, good, 300.75)),
    tokened('time-minted-between-seconds-expired', 'Rounds the instant of issue up to a whole second, so that the token ends late.', token({ minted_at_s: 0.75 }), accept(input, stale('expired'), 300.750001)),
    tokened('time-minted-microsecond', 'Keeps the instant of issue in milliseconds.', token({ minted_at_s: 0.000001 }), accept(input, good, 300.000001)),
    tokened('time-minted-microsecond-expired', 'Keeps the instant of issue in milliseconds, rounded up.', token({ minted_at_s: 0.000001 }), accept(input, stale('expired'), 300.000002)),
  ]),

  group('Length of life', 'Goal tokens', [
    tokened('time-ttl-one-second', 'Ignores ttl_s and always grants 300 s.', token({ ttl_s: 1 }), accept(input, stale('expired'), 1.000001)),
    tokened('time-ttl-one-second-live', 'Ends a token of one second at the instant of its expiry.', token({ ttl_s: 1 }), accept(input, good, 1)),
    tokened('time-ttl-minutes', 'Reads ttl_s as milliseconds.', token({ ttl_s: 600 }), accept(input, good, 600)),
    tokened('time-ttl-day', 'Caps ttl_s below the day that is allowed.', token({ ttl_s: day }), accept(input, good, day)),
    tokened('time-ttl-day-expired', 'Reads ttl_s as minutes, or never ends a token with the longest life.', token({ ttl_s: day }), accept(input, stale('expired'), day + 0.000001)),
  ]),

  group('Order of expiry and the other reasons', 'Goal tokens', [
    tokened('time-expired-before-project', 'Compares the project before it looks at the time.', token(), accept({ ...input, project_id: 'proj-beta' }, stale('expired'), 301)),
    tokened('time-expired-before-body', 'Compares the body before it looks at the time.', token({ body: 'a' }), accept({ ...input, presented_body: 'b' }, stale('expired'), 301)),
    tokened('time-expired-without-project', 'Reports wrong_project for a token that has ended, because no project was named.', token(), accept({ goal_token: T }, stale('expired'), 301)),
    tokened('time-consumed-before-expired', 'Looks at the time before it looks whether the token was consumed.', token(),
      accept(input, good, 10), accept(input, stale('already_consumed'), 301)),
    tokened('time-wrong-project-then-expired', 'Stops the clock of a token, or lengthens its life, at a failed attempt.', token(),
      accept({ ...input, project_id: 'proj-beta' }, stale('wrong_project'), 200), accept(input, stale('expired'), 301)),
    tokened('time-wrong-project-at-expiry', 'Reports a token as expired at the very instant of its expiry where another reason holds.', token(),
      accept({ ...input, project_id: 'proj-beta' }, stale('wrong_project'), 300)),
  ]),

  group('How long a token is remembered', 'Goal tokens', [
    tokened('time-expired-then-forgotten', 'Keeps an expired token after it has reported it once: the next call says not_found.', token(),
      accept(input, stale('expired'), 301), accept(input, stale('not_found'), 302)),
    tokened('time-expired-forgotten-for-all', 'Forgets an expired token for one project only.', token(),
      accept({ ...input, project_id: 'proj-beta' }, stale('expired'), 301), accept(input, stale('not_found'), 301)),
    tokened('time-expired-remembered', 'Forgets an expired token before the day after its expiry is over.', token(), accept(input, stale('expired'), 300 + day - 3600)),
    tokened('time-expired-day-over', 'Remembers an unconsumed token for more than a day after its expiry.', token(), accept(input, stale('not_found'), 300 + day + 3600)),
    tokened('time-consumed-remembered', 'Forgets a consumed token when its life would have ended.', token(),
      accept(input, good, 10), accept(input, stale('already_consumed'), 10 + day - 3600)),
    tokened('time-consumed-day-over', 'Remembers a consumed token for more than a day after it was consumed.', token(),
      accept(input, good, 10), accept(input, stale('not_found'), 10 + day + 3600)),
    tokened('time-consumed-day-before-expiry', 'Counts the day of a consumed token from its expiry instead of its use.', token({ ttl_s: day }),
      accept(input, good, 10), accept(input, stale('not_found'), 10 + day + 3600)),
    tokened('time-consumed-counts-from-use', 'Counts the day of a consumed token from its issue instead of its use.', token({ ttl_s: day }),
      accept(input, good, day - 10), accept(input, stale('already_consumed'), 2 * day - 3600)),
  ]),
]
