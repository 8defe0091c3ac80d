/** How the start-config tag is found: its name, its boundary, its end, and that only the first one counts. */
import { consistent, foreign, foreignId, inconsistent, noTag, ok } from '../expectations.ts'
import { group, plain } from '../writing.ts'
import type { Vector } from '../format.ts'

const beta = 'project_id="proj-beta"'
const flagged = foreign(inconsistent([['project_id', 'proj-beta']], foreignId("'proj-beta'", "'proj-alpha'")))

/** The tag is read, and what it says is another project. */
export function reads(id: string, wrong: string, body: string): Vector {
  return plain(id, wrong, { project_id: 'proj-alpha', presented_body: body }, flagged)
}

/** No tag is read. */
export function ignores(id: string, wrong: string, body: string): Vector {
  return plain(id, wrong, { project_id: 'proj-alpha', presented_body: body }, ok({ identity_check: noTag }))
}

/** A tag is read, with these attributes, and nothing is flagged. */
export function finds(id: string, wrong: string, body: string, ...found: readonly (readonly [string, string])[]): Vector {
  return plain(id, wrong, { project_id: 'proj-alpha', presented_body: body }, ok({ identity_check: consistent(...found) }))
}

export const identityTagTheme = [
  group('The name of the tag', 'project_start_config', [
    reads('tag-foreign', 'Does not compare the project_id of the tag.', `<project_start_config ${beta}>`),
    finds('tag-own', 'Rejects a tag that names the right project.', '<project_start_config project_id="proj-alpha">', ['project_id', 'proj-alpha']),
    ignores('tag-none', 'Wants a tag in every body.', '/goal\nhello'),
    reads('tag-upper-case', 'Finds the tag in lower case only.', `<PROJECT_START_CONFIG ${beta}>`),
    reads('tag-mixed-case', 'Finds the tag in lower or upper case only.', `<Project_Start_Config ${beta}>`),
    ignores('tag-long-s', 'Folds case by Unicode: the long s is an s only then.', `<project_\u017ftart_config ${beta}>`),
    ignores('tag-dotless-i', 'Folds case by the rules of Turkish or by Unicode: the dotless i is no i.', `<project_start_conf\u0131g ${beta}>`),
    ignores('tag-dotted-capital-i', 'Folds case by Unicode: the capital I with a dot is no i.', `<project_start_conf\u0130g ${beta}>`),
    ignores('tag-full-width', 'Normalises the body to NFKC before it looks for the tag.', `\uff1cproject_start_config ${beta}\uff1e`),
    ignores('tag-entities', 'Decodes entities before it looks for the tag.', `&lt;project_start_config ${beta}&gt;`),
    ignores('tag-space-first', 'Allows white space between the bracket and the name.', `< project_start_config ${beta}>`),
    ignores('tag-end-tag', 'Takes an end tag for a tag.', `</project_start_config ${beta}>`),
    ignores('tag-hyphens', 'Takes hyphens for underscores in the name.', `<project-start-config ${beta}>`),
    ignores('tag-cyrillic', 'Maps letters that look alike onto each other: the o is Cyrillic.', `<pr\u043eject_start_config ${beta}>`),
    ignores('tag-zero-width', 'Removes zero-width characters before it looks for the tag.', `<project\u200b_start_config ${beta}>`),
    ignores('tag-prefixed', 'Finds the name after other letters.', `<my_project_start_config ${beta}>`),
    reads('tag-two-brackets', 'Wants the tag to follow something else than a bracket.', `<<project_start_config ${beta}>`),
  ]),

  group('The boundary after the name', 'project_start_config', [
    ignores('tag-boundary-letter', 'Matches the start of a longer name.', `<project_start_configs ${beta}>`),
    ignores('tag-boundary-digit', 'Matches the start of a name that goes on with a digit.', `<project_start_config2 ${beta}>`),
    ignores('tag-boundary-underscore', 'Matches the start of a name that goes on with an underscore.', `<project_start_config_v2 ${beta}>`),
    ignores('tag-boundary-accented', 'Knows ASCII word characters only, as JavaScript and Go do by default: the name goes on with a letter.', `<project_start_config\u00e9 ${beta}>`),
    ignores('tag-boundary-cjk', 'Knows ASCII word characters only: the name goes on with an ideograph.', `<project_start_config\u4e2d ${beta}>`),
    ignores('tag-boundary-arabic-digit', 'Knows ASCII digits only: the name goes on with an Arabic digit.', `<project_start_config\u0663 ${beta}>`),
    ignores('tag-boundary-astral-letter', 'Looks at UTF-16 units: the name goes on with a letter outside the basic plane.', `<project_start_config\u{1d400} ${beta}>`),
    reads('tag-boundary-combining', 'Counts combining marks among the word characters: they are no letters, so the name ends before the mark.', `<project_start_config\u0301 ${beta}>`),
    reads('tag-boundary-superscript', 'Counts every number among the word characters, as Python does: a superscript two is no decimal digit.', `<project_start_config\u00b2 ${beta}>`),
    reads('tag-boundary-roman', 'Counts letter numbers among the word characters: a Roman numeral is no letter and no decimal digit.', `<project_start_config\u2167 ${beta}>`),
    reads('tag-boundary-connector', 'Counts all connector punctuation among the word characters: only the underscore is one.', `<project_start_config\u203f ${beta}>`),
    reads('tag-boundary-joiner', 'Counts the zero-width joiner among the word characters.', `<project_start_config\u200d ${beta}>`),
    reads('tag-boundary-hyphen', 'Wants white space after the name: a hyphen is a boundary too.', `<project_start_config-x ${beta}>`),
    reads('tag-boundary-slash', 'Wants white space after the name: a slash is a boundary too.', `<project_start_config/${beta}>`),
    reads('tag-boundary-colon', 'Wants white space after the name: a colon is a boundary too.', `<project_start_config:x ${beta}>`),
    reads('tag-boundary-tab', 'Wants a space after the name: a tab will do.', `<project_start_config\t${beta}>`),
    reads('tag-boundary-line-feed', 'Wants the tag on one line.', `<project_start_config\n${beta}\n>`),
    reads('tag-boundary-crlf', 'Wants the tag on one line, or takes the CR into a value.', `<project_start_config\r\n  ${beta}\r\n/>`),
    reads('tag-boundary-no-break-space', 'Wants ASCII white space after the name.', `<project_start_config\u00a0${beta}>`),
  ]),

  group('The end of the tag', 'project_start_config', [
    reads('tag-self-closed', 'Refuses a slash before the end.', `<project_start_config ${beta}/>`),
    reads('tag-self-closed-space', 'Refuses a space and a slash before the end.', `<project_start_config ${beta} />`),
    reads('tag-with-content', 'Wants the tag to be closed or empty.', `<project_start_config ${beta}>text</project_start_config>`),
    reads('tag-space-before-end', 'Refuses white space before the end.', `<project_start_config ${beta}   >`),
    reads('tag-slash-inside', 'Ends the tag at a slash.', `<project_start_config / ${beta}>`),
    ignores('tag-never-ends', 'Takes the end of the body for the end of the tag.', `<project_start_config ${beta}`),
    ignores('tag-never-ends-slash', 'Takes a slash at the end of the body for the end of the tag.', `<project_start_config ${beta}/`),
    ignores('tag-entity-end', 'Decodes an entity to the end of the tag.', `<project_start_config ${beta}&gt;`),
    ignores('tag-bracket-in-value', 'Respects quotation marks when it looks for the end: the first > ends the tag, here before any attribute is complete.', `<project_start_config note="a>b" ${beta}>`),
    finds('tag-bracket-in-second-value', 'Respects quotation marks when it looks for the end: what stands after the first > is not read.', `<project_start_config project_id="proj-alpha" note="a>b" ${beta}>`, ['project_id', 'proj-alpha']),
    finds('tag-open-bracket-in-value', 'Ends the tag at a <.', '<project_start_config note="a<b" project_id="proj-alpha">', ['note', 'a<b'], ['project_id', 'proj-alpha']),
    reads('tag-runs-into-next', 'Ends a tag that is not closed at the next <: it runs on to the first >, and the last project_id wins.', `<project_start_config project_id="proj-alpha"\n<project_start_config ${beta}>`),
    ignores('tag-empty', 'Reports an empty tag as checked.', '<project_start_config>'),
    ignores('tag-empty-self-closed', 'Reports an empty tag as checked.', '<project_start_config/>'),
    ignores('tag-words-only', 'Reports a tag as checked that has words but no attribute.', '<project_start_config project_id proj-beta>'),
  ]),

  group('The first tag only', 'project_start_config', [
    finds('tag-second-ignored', 'Reads every tag: the second one does not count.', `<project_start_config project_id="proj-alpha">\n<project_start_config ${beta}>`, ['project_id', 'proj-alpha']),
    reads('tag-second-does-not-mend', 'Lets a later tag replace the first.', `<project_start_config ${beta}>\n<project_start_config project_id="proj-alpha">`),
    ignores('tag-decoy-empty', 'Looks on after a first tag without attributes: this is a hole, and the contract.', `<project_start_config>\n<project_start_config ${beta}>`),
    ignores('tag-decoy-single-quotes', 'Looks on after a first tag whose attributes cannot be read.', `<project_start_config project_id='proj-alpha'>\n<project_start_config ${beta}>`),
    finds('tag-decoy-other-attribute', 'Merges the attributes of several tags.', `<project_start_config note="x"/>\n<project_start_config ${beta}>`, ['note', 'x']),
    ignores('tag-decoy-bracket', 'Looks on after a first tag that a > in a value cut short.', `<project_start_config note="a>b">\n<project_start_config ${beta}>`),
    reads('tag-longer-name-first', 'Counts a longer name as the first tag.', `<project_start_config_old project_id="proj-alpha">\n<project_start_config ${beta}>`),
    reads('tag-end-tag-first', 'Counts an end tag as the first tag.', `</project_start_config>\n<project_start_config ${beta}>`),
  ]),

  group('Where the tag stands', 'project_start_config', [
    reads('tag-in-comment', 'Strips comments before it looks for the tag.', `<!-- <project_start_config ${beta}> -->`),
    reads('tag-in-code-block', 'Strips code blocks of Markdown before it looks for the tag.', `\`\`\`xml\n<project_start_config ${beta}>\n\`\`\``),
    reads('tag-in-quotation', 'Strips quoted lines before it looks for the tag.', `> <project_start_config ${beta}>`),
    reads('tag-in-cdata', 'Parses the body as XML and skips character data.', `<![CDATA[<project_start_config ${beta}>]]>`),
    reads('tag-inside-other-tag', 'Parses the body as XML and refuses one tag inside another.', `<a title="<project_start_config ${beta}>">`),
    reads('tag-mid-line', 'Wants the tag at the start of a line.', `hello <project_start_config ${beta}> world`),
    reads('tag-after-nul', 'Stops reading the body at a NUL character.', `hello\u0000<project_start_config ${beta}>`),
    reads('tag-after-astral', 'Cuts the tag out by offsets in other units than it was found in.', `\u{1f600}\u{1f600}\u{1f600}<project_start_config ${beta}>\u{1f600}`),
    reads('tag-not-well-formed', 'Parses the body as XML, and gives up where it is not well-formed.', `<b>&nbsp;<i></b>\n<project_start_config ${beta}>`),
    ignores('tag-attribute-outside', 'Reads attributes outside of a tag.', `hello ${beta} world`),
    reads('tag-far-away', 'Looks for the tag only in the first 4 KiB of the body.', `${'0123456789abcde\n'.repeat(300)}<project_start_config ${beta}>`),
  ]),
]
