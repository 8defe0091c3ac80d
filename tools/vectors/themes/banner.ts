/**
 * The banner that a delivered body can carry: exactly its grammar, stripped once, before anything looks at the body.
 * Most tokens here are bound to what has to be left over, so that stripping more or less is a body mismatch.
 */
import { consistent, foreign, foreignId, inconsistent, noTag, ok, stale, tokenOk } from '../expectations.ts'
import { T, accept, group, plain, token, tokened } from '../writing.ts'
import type { Vector } from '../format.ts'

const alpha = 'proj-alpha'
const good = ok({ token_check: tokenOk, identity_check: noTag })
const comment = '<!-- SECURITY: single use, ends soon -->'
const element = `<goal_token>${T}</goal_token>`
const banner = `\n${element}\n${comment}`
const foreignTag = '<project_start_config project_id="proj-beta">'

/** The presented body has to be what is bound once the banner is gone. */
function leaves(id: string, wrong: string, bound: string, presented: string): Vector {
  return tokened(id, wrong, token({ body: bound }), accept({ project_id: alpha, goal_token: T, presented_body: presented }, good))
}

/** What looks like a banner is none, so the presented body is not the bound one. */
function stays(id: string, wrong: string, lookalike: string): Vector {
  return tokened(id, wrong, token({ body: '/goal\nhello' }),
    accept({ project_id: alpha, goal_token: T, presented_body: `/goal${lookalike}\nhello` }, stale('body_mismatch')))
}

export const bannerTheme = [
  group('Stripped before hashing', 'Goal tokens, the banner', [
    leaves('banner-after-first-line', 'Hashes the body with its banner.', '/goal\nhello', `/goal${banner}\nhello`),
    leaves('banner-at-end', 'Strips a banner only where a line follows it.', '/goal\nhello', `/goal\nhello${banner}`),
    leaves('banner-text-follows', 'Wants a line end after the comment: text may follow at once.', '/goal hello', `/goal${banner} hello`),
    leaves('banner-line-feed-kept', 'Strips the line feed after the banner too.', '/goal\n', `/goal${banner}\n`),
    leaves('banner-blank-line-before', 'Strips all line feeds before the banner instead of one.', '/goal\n\nhello', `/goal\n${banner}\nhello`),
    leaves('banner-line-feed-first', 'Finds a banner only after some text.', 'hello', `${banner}hello`),
    leaves('banner-one-line-body', 'Leaves the line feed before the banner in the body.', '/goal', `/goal${banner}`),
    leaves('banner-crlf-before', 'Strips the CR of a line end of Windows before the banner: only the LF belongs to it.', '/goal\r\nhello', `/goal\r${banner}\nhello`),
    leaves('banner-crlf-after', 'Refuses a banner that a line end of Windows follows.', '/goal\r\nhello', `/goal${banner}\r\nhello`),
    leaves('banner-none', 'Changes a body that has no banner.', '/goal\nhello', '/goal\nhello'),
    leaves('banner-far-away', 'Looks for the banner only near the start of the body.', `/goal\n${'line\n'.repeat(60)}end`, `/goal\n${'line\n'.repeat(60)}end${banner}`),
    leaves('banner-text-outside-basic-plane', 'Cuts the banner out by offsets in other units than it was found in.', '\u{1f600}\u{1f600}caf\u00e9\nhello', `\u{1f600}\u{1f600}caf\u00e9${banner}\nhello`),
    tokened('banner-body-changed', 'Accepts any body once it has a banner.', token({ body: '/goal\nhello' }),
      accept({ project_id: alpha, goal_token: T, presented_body: `/goal${banner}\nhullo` }, stale('body_mismatch'))),
    tokened('banner-kept-at-issue', 'Strips the banner when the token is issued: the body is bound as it was given.', token({ body: `/goal\n<goal_token>x</goal_token>\n${comment}\nhello` }),
      accept({ project_id: alpha, goal_token: T, presented_body: `/goal\n<goal_token>x</goal_token>\n${comment}\nhello` }, stale('body_mismatch')),
      accept({ project_id: alpha, goal_token: T, presented_body: `/goal\n<goal_token>x</goal_token>\n${comment}${banner}\nhello` }, stale('body_mismatch'))),
    tokened('banner-only-empty-bound', 'Takes an all-banner body for a missing one: the empty body is presented, and there is nothing for the identity check.', token({ body: '' }),
      accept({ project_id: alpha, goal_token: T, presented_body: banner }, ok({ token_check: tokenOk }))),
    tokened('banner-only-body-bound', 'Skips the comparison where nothing is left after stripping.', token({ body: '/goal\nhello' }),
      accept({ project_id: alpha, goal_token: T, presented_body: banner }, stale('body_mismatch'))),
  ]),

  group('Once, the first match', 'Goal tokens, the banner', [
    leaves('banner-second-stays', 'Strips every banner instead of the first.', `/goal\n<goal_token>b</goal_token>\n${comment}\nhello`, `/goal${banner}\n<goal_token>b</goal_token>\n${comment}\nhello`),
    stays('banner-twice', 'Strips every banner instead of the first.', `${banner}${banner}`),
    leaves('banner-last-stays', 'Strips the last banner instead of the first.', 'one\ntwo\n<goal_token>b</goal_token>\n<!-- SECURITY: b -->\nthree', `one\n<goal_token>a</goal_token>\n<!-- SECURITY: a -->\ntwo\n<goal_token>b</goal_token>\n<!-- SECURITY: b -->\nthree`),
    leaves('banner-no-second-pass', 'Strips until nothing is left: what closes up to a new banner stays.', `/goal\n<goal_token>b</goal_token>\n${comment}hello`, `/goal\n<goal${banner}_token>b</goal_token>\n${comment}hello`),
    leaves('banner-malformed-first', 'Gives up at the first element that is no banner instead of the first banner.', '/goal\n<goal_token>a<b</goal_token>\n<!-- SECURITY: a -->\nhello', `/goal\n<goal_token>a<b</goal_token>\n<!-- SECURITY: a -->${banner}\nhello`),
    leaves('banner-of-other-token', 'Strips a banner only where its token is the presented one.', '/goal\nhello', `/goal\n<goal_token>0123456789abcdef</goal_token>\n${comment}\nhello`),
  ]),

  group('The grammar', 'Goal tokens, the banner', [
    leaves('banner-empty-run', 'Wants at least one character in the element.', '/goal\nhello', `/goal\n<goal_token></goal_token>\n${comment}\nhello`),
    leaves('banner-run-not-hex', 'Wants the element to hold 16 hex digits.', '/goal\nhello', `/goal\n<goal_token> not a token, > nor hex </goal_token>\n${comment}\nhello`),
    leaves('banner-run-with-line-feed', 'Ends the run in the element at a line feed.', '/goal\nhello', `/goal\n<goal_token>a\nb\r\nc</goal_token>\n${comment}\nhello`),
    leaves('banner-run-with-comment-end', 'Ends the banner at a --> inside the element.', '/goal\nhello', `/goal\n<goal_token>a-->b</goal_token>\n${comment}\nhello`),
    leaves('banner-comment-empty', 'Wants some text in the comment.', '/goal\nhello', `/goal\n${element}\n<!-- SECURITY:-->\nhello`),
    leaves('banner-comment-lines', 'Ends the search for the end of the comment at a line feed.', '/goal\nhello', `/goal\n${element}\n<!-- SECURITY: one\ntwo\n\nthree -->\nhello`),
    leaves('banner-comment-shortest', 'Strips as far as the last --> of the body.', '/goal\n<!-- note -->\nhello -->', `/goal${banner}\n<!-- note -->\nhello -->`),
    leaves('banner-comment-dashes', 'Ends the comment at --> only after white space.', '/goal\nhello', `/goal\n${element}\n<!-- SECURITY: a -- b - > c--->\nhello`),
    leaves('banner-comment-markup', 'Ends the comment at the first < or >.', '/goal\nhello', `/goal\n${element}\n<!-- SECURITY: a < b > c <!-- d -->\nhello`),
    leaves('banner-comment-spans', 'Wants the comment of a banner to end before the next banner begins.', '/goal\nhello', `/goal\n${element}\n<!-- SECURITY: no end${banner}\nhello`),
    stays('banner-upper-case-element', 'Finds the element without regard to case.', `\n<GOAL_TOKEN>${T}</GOAL_TOKEN>\n${comment}`),
    stays('banner-mixed-case-start', 'Finds the start of the element without regard to case.', `\n<Goal_Token>${T}</goal_token>\n${comment}`),
    stays('banner-mixed-case-end', 'Finds the end of the element without regard to case.', `\n<goal_token>${T}</Goal_Token>\n${comment}`),
    stays('banner-lower-case-security', 'Finds the comment without regard to case.', `\n${element}\n<!-- security: single use -->`),
    stays('banner-other-comment', 'Strips any comment after the element.', `\n${element}\n<!-- NOTE: single use -->`),
    stays('banner-no-comment', 'Strips the element alone.', `\n${element}`),
    stays('banner-no-element', 'Strips the comment alone.', `\n${comment}`),
    stays('banner-comment-open', 'Takes the end of its line for the end of the comment.', `\n${element}\n<!-- SECURITY: single use`),
    stays('banner-comment-other-end', 'Takes --!> for the end of a comment, as HTML parsers do.', `\n${element}\n<!-- SECURITY: single use --!>`),
    stays('banner-run-with-markup', 'Allows < in the run of the element.', `\n<goal_token>a<b</goal_token>\n${comment}`),
    stays('banner-element-attribute', 'Allows attributes in the element.', `\n<goal_token id="1">${T}</goal_token>\n${comment}`),
    stays('banner-element-space', 'Allows white space inside the tags of the element.', `\n<goal_token >${T}</goal_token>\n${comment}`),
    stays('banner-element-open', 'Takes the element for closed at the end of its line.', `\n<goal_token>${T}\n${comment}`),
    stays('banner-space-before-element', 'Allows white space before the element.', `\n ${element}\n${comment}`),
    stays('banner-space-after-element', 'Allows white space between the element and the line feed.', `\n${element} \n${comment}`),
    stays('banner-blank-line-inside', 'Allows a blank line between the element and the comment.', `\n${element}\n\n${comment}`),
    stays('banner-one-line', 'Allows the element and the comment on one line.', `\n${element}${comment}`),
    stays('banner-crlf-inside', 'Takes CR LF for LF inside the banner.', `\n${element}\r\n${comment}`),
    stays('banner-cr-before', 'Takes a lone CR for the line feed before the banner.', `\r${element}\n${comment}`),
    stays('banner-line-separator', 'Takes U+2028 for the line feed before the banner.', `\u2028${element}\n${comment}`),
    stays('banner-no-space-in-comment', 'Allows other white space in the opening of the comment.', `\n${element}\n<!--SECURITY: single use -->`),
    stays('banner-space-before-colon', 'Allows a space before the colon of the comment.', `\n${element}\n<!-- SECURITY : single use -->`),
    stays('banner-tab-in-comment', 'Takes a tab for the space in the opening of the comment.', `\n${element}\n<!--\tSECURITY: single use -->`),
    stays('banner-entities', 'Decodes entities before it looks for the banner.', `\n&lt;goal_token&gt;${T}&lt;/goal_token&gt;\n${comment}`),
    stays('banner-other-element', 'Strips any element before the comment.', `\n<goal-token>${T}</goal-token>\n${comment}`),
    tokened('banner-comment-open-to-end', 'Strips to the end of the body where the comment has no end.', token({ body: '/goal' }),
      accept({ project_id: alpha, goal_token: T, presented_body: `/goal\n${element}\n<!-- SECURITY: single use\nhello` }, stale('body_mismatch'))),
    tokened('banner-without-line-feed', 'Finds a banner at the start of the body, where no line feed is before it.', token({ body: '\nhello' }),
      accept({ project_id: alpha, goal_token: T, presented_body: `${element}\n${comment}\nhello` }, stale('body_mismatch'))),
  ]),

  group('Stripped before the identity check', 'Goal tokens, the banner', [
    plain('banner-tag-inside', 'Reads the start-config tag out of the banner.',
      { project_id: alpha, presented_body: `/goal\n<goal_token>a</goal_token>\n<!-- SECURITY: ${foreignTag} -->\nhello` }, ok({ identity_check: noTag })),
    plain('banner-tag-inside-hides-no-other', 'Counts the tag inside the banner as the first tag, so that the one after it is not read.',
      { project_id: alpha, presented_body: `/goal\n<goal_token>a</goal_token>\n<!-- SECURITY: <project_start_config project_id="proj-alpha"> -->\n${foreignTag}` },
      foreign(inconsistent([['project_id', 'proj-beta']], foreignId("'proj-beta'", "'proj-alpha'")))),
    plain('banner-closes-up-to-tag', 'Looks for the tag before it strips the banner: what is left on both sides of it makes one.',
      { project_id: alpha, presented_body: `<project_start\n<goal_token>a</goal_token>\n${comment}_config project_id="proj-alpha">` },
      ok({ identity_check: consistent(['project_id', 'proj-alpha']) })),
    plain('banner-only-no-identity', 'Runs the identity check on a body of which nothing is left.',
      { project_id: alpha, presented_body: `\n<goal_token>a</goal_token>\n${comment}` }, ok()),
    plain('banner-tag-in-second', 'Strips every banner, and with the second one the tag inside it.',
      { project_id: alpha, presented_body: `/goal\n<goal_token>a</goal_token>\n<!-- SECURITY: a -->\n<goal_token>b</goal_token>\n<!-- SECURITY: ${foreignTag} -->` },
      foreign(inconsistent([['project_id', 'proj-beta']], foreignId("'proj-beta'", "'proj-alpha'")))),
    plain('banner-token-not-taken', 'Takes the token out of the banner when none is presented.',
      { project_id: alpha, presented_body: `/goal\n<goal_token>0123456789abcdef</goal_token>\n${comment}\nhello` }, ok({ identity_check: noTag })),
  ]),
]
