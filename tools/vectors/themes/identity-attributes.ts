/** How the attributes of the start-config tag are read: what a word is, what a value is, and which of two wins. */
import { consistent, foreign, foreignId, inconsistent, ok } from '../expectations.ts'
import { group, plain } from '../writing.ts'
import { finds, ignores, reads } from './identity-tag.ts'

const own = ['project_id', 'proj-alpha'] as const
const expectation = "'proj-alpha'"

/** A tag with these attributes. */
const tag = (attributes: string) => `<project_start_config ${attributes}>`

export const identityAttributesTheme = [
  group('How an attribute is written', 'project_start_config', [
    ignores('attribute-single-quotes', 'Reads values in single quotes.', tag("project_id='proj-beta'")),
    ignores('attribute-unquoted', 'Reads values without quotation marks.', tag('project_id=proj-beta')),
    ignores('attribute-typographic-quotes', 'Takes typographic quotation marks for ASCII ones.', tag('project_id=\u201cproj-beta\u201d')),
    ignores('attribute-full-width-quotes', 'Normalises to NFKC before it reads attributes.', tag('project_id=\uff02proj-beta\uff02')),
    ignores('attribute-escaped-quotes', 'Takes a backslash and a quotation mark for a quotation mark.', tag('project_id=\\"proj-beta\\"')),
    ignores('attribute-entity-quotes', 'Decodes entities before it reads attributes.', tag('project_id=&quot;proj-beta&quot;')),
    ignores('attribute-space-before-equals', 'Allows a space before the equals sign.', tag('project_id ="proj-beta"')),
    ignores('attribute-space-after-equals', 'Allows a space after the equals sign.', tag('project_id= "proj-beta"')),
    ignores('attribute-line-feed-around-equals', 'Allows white space around the equals sign.', tag('project_id\n=\n"proj-beta"')),
    ignores('attribute-colon', 'Takes a colon for an equals sign.', tag('project_id:"proj-beta"')),
    ignores('attribute-not-closed', 'Takes the end of the tag for the end of a value.', tag('project_id="proj-beta')),
    ignores('attribute-nameless', 'Reads a value that has no name.', tag('="proj-beta"')),
    ignores('attribute-two-equals', 'Reads a value after two equals signs.', tag('project_id=="proj-beta"')),
    reads('attribute-no-space-between', 'Wants white space before an attribute: a slash or nothing will do.', tag('project_id="proj-alpha"project_id="proj-beta"')),
    finds('attribute-lines', 'Wants all attributes on one line.', tag('note="x"\n\tproject_id="proj-alpha"\r\n'), ['note', 'x'], own),
    finds('attribute-own-order', 'Wants the attributes in an order of its own.', tag('schema_version="1" repo_path="/srv/alpha" project_id="proj-alpha"'), ['schema_version', '1'], ['repo_path', '/srv/alpha'], own),
    finds('attribute-words-between', 'Stops at a word that is no attribute.', tag('checked note="x" = "y" project_id="proj-alpha" disabled'), ['note', 'x'], own),
  ]),

  group('What a value holds', 'project_start_config', [
    finds('value-empty', 'Drops an attribute with an empty value, or flags it: an empty project_id is found and not compared.', tag('project_id=""'), ['project_id', '']),
    finds('value-equals', 'Ends a value at an equals sign.', tag('note="a=b" project_id="proj-alpha"'), ['note', 'a=b'], own),
    finds('value-single-quotes', 'Ends a value at a single quote.', tag(`note="it's 'so'" project_id="proj-alpha"`), ['note', "it's 'so'"], own),
    finds('value-backslash', 'Takes a backslash for an escape: the value ends at the next quotation mark.', tag('note="a\\" project_id="proj-alpha"'), ['note', 'a\\'], own),
    finds('value-entities', 'Decodes entities in the values that it reports.', tag('note="&lt;&amp;&quot;&#65;&gt;" project_id="proj-alpha"'), ['note', '&lt;&amp;&quot;&#65;&gt;'], own),
    finds('value-percent', 'Decodes percent escapes in the values that it reports.', tag('note="a%20b+c" project_id="proj-alpha"'), ['note', 'a%20b+c'], own),
    finds('value-white-space', 'Trims or folds white space in values.', tag('note="  a \t b  " project_id="proj-alpha"'), ['note', '  a \t b  '], own),
    finds('value-line-feed', 'Ends a value at a line end, or turns it into a space as XML does.', tag('note="a\nb\r\nc" project_id="proj-alpha"'), ['note', 'a\nb\r\nc'], own),
    finds('value-non-ascii', 'Loses characters outside ASCII in values.', tag('note="caf\u00e9 cafe\u0301 \u{1f600} \ufeff" project_id="proj-alpha"'), ['note', 'caf\u00e9 cafe\u0301 \u{1f600} \ufeff'], own),
    finds('value-attribute-inside', 'Reads an attribute inside of a value.', tag("note=\"project_id='proj-beta'\" project_id=\"proj-alpha\""), ['note', "project_id='proj-beta'"], own),
    finds('value-swallows', 'Searches for project_id instead of reading attributes one after the other: here the text stands inside of a value.', tag('a="1" b=" project_id="proj-beta"'), ['a', '1'], ['b', ' project_id=']),
    finds('value-null-text', 'Takes the text "null" for no value.', tag('note="null" project_id="proj-alpha"'), ['note', 'null'], own),
    finds('value-number-text', 'Turns values that look like numbers into numbers.', tag('n="007" e="1e3" project_id="proj-alpha"'), ['n', '007'], ['e', '1e3'], own),
  ]),

  group('What a word is', 'project_start_config', [
    reads('word-after-hyphen', 'Takes a hyphen for a word character: the attribute data-project_id is read as project_id. This is a hole, and the contract.', tag('data-project_id="proj-beta"')),
    reads('word-after-colon', 'Takes a colon for a word character: the name space is not part of the word.', tag('x:project_id="proj-beta"')),
    reads('word-after-dot', 'Takes a dot for a word character.', tag('x.project_id="proj-beta"')),
    reads('word-after-at', 'Takes other characters for word characters.', tag('@project_id="proj-beta"')),
    finds('word-underscore', 'Finds project_id at the end of a longer word.', tag('_project_id="proj-beta"'), ['_project_id', 'proj-beta']),
    finds('word-digit', 'Ends a word at a digit.', tag('2project_id="proj-beta"'), ['2project_id', 'proj-beta']),
    finds('word-longer', 'Compares only how a word starts.', tag('project_id2="proj-beta"'), ['project_id2', 'proj-beta']),
    finds('word-accented', 'Knows ASCII word characters only, as JavaScript and Go do by default: the word begins with an accented letter.', tag('\u00e9project_id="proj-beta"'), ['\u00e9project_id', 'proj-beta']),
    finds('word-greek', 'Knows Latin letters only.', tag('\u03b1project_id="proj-beta"'), ['\u03b1project_id', 'proj-beta']),
    finds('word-cjk', 'Knows cased letters only: an ideograph is a letter too.', tag('\u4e2dproject_id="proj-beta"'), ['\u4e2dproject_id', 'proj-beta']),
    finds('word-modifier-letter', 'Leaves modifier letters out of the letters.', tag('\u02b0project_id="proj-beta"'), ['\u02b0project_id', 'proj-beta']),
    finds('word-title-case-letter', 'Leaves title-case letters out of the letters.', tag('\u01c5project_id="proj-beta"'), ['\u01c5project_id', 'proj-beta']),
    finds('word-arabic-digit', 'Knows ASCII digits only.', tag('\u0663project_id="proj-beta"'), ['\u0663project_id', 'proj-beta']),
    finds('word-astral-letter', 'Looks at UTF-16 units: the word begins with a letter outside the basic plane.', tag('\u{1d400}project_id="proj-beta"'), ['\u{1d400}project_id', 'proj-beta']),
    finds('word-astral-digit', 'Looks at UTF-16 units: the word begins with a digit outside the basic plane.', tag('\u{1d7ce}project_id="proj-beta"'), ['\u{1d7ce}project_id', 'proj-beta']),
    reads('word-combining', 'Counts combining marks among the word characters: the word begins after the mark.', tag('e\u0301project_id="proj-beta"')),
    reads('word-superscript', 'Counts every number among the word characters, as Python does: a superscript two is no decimal digit.', tag('\u00b2project_id="proj-beta"')),
    reads('word-fraction', 'Counts every number among the word characters: a fraction is no decimal digit.', tag('\u00bdproject_id="proj-beta"')),
    reads('word-roman', 'Counts letter numbers among the word characters: a Roman numeral is no letter and no decimal digit.', tag('\u2167project_id="proj-beta"')),
    reads('word-circled', 'Counts every alphabetic character among the letters: a circled letter is a symbol.', tag('\u24d0project_id="proj-beta"')),
    reads('word-connector', 'Counts all connector punctuation among the word characters: only the underscore is one.', tag('\u203fproject_id="proj-beta"')),
    reads('word-joiner', 'Counts the zero-width joiner among the word characters.', tag('\u200dproject_id="proj-beta"')),
    reads('word-astral-symbol', 'Counts surrogates among the word characters: an emoji is no letter.', tag('\u{1f600}project_id="proj-beta"')),
    finds('word-kelvin', 'Normalises names: the Kelvin sign is a letter, and not the letter k.', tag('\u212a="1" k="2" project_id="proj-alpha"'), ['\u212a', '1'], ['k', '2'], own),
    finds('word-decomposed', 'Normalises names to NFC: the decomposed name ends in a mark, after which no word stands before the equals sign.', tag('cafe\u0301="1" caf\u00e9="2" project_id="proj-alpha"'), ['caf\u00e9', '2'], own),
    finds('word-proto', 'Stores names in an object with a prototype: __proto__ is a name like any other.', tag('__proto__="x" project_id="proj-alpha"'), ['__proto__', 'x'], own),
    finds('word-constructor', 'Takes names of its own language for attributes that are there already.', tag('constructor="x" toString="y" hasOwnProperty="z" project_id="proj-alpha"'), ['constructor', 'x'], ['toString', 'y'], ['hasOwnProperty', 'z'], own),
  ]),

  group('Names and duplicates', 'project_start_config', [
    finds('name-upper-case', 'Compares the names of attributes without regard to case, as HTML does.', tag('PROJECT_ID="proj-beta"'), ['PROJECT_ID', 'proj-beta']),
    finds('name-mixed-case', 'Compares the names of attributes without regard to case.', tag('Project_Id="proj-beta"'), ['Project_Id', 'proj-beta']),
    finds('name-both-cases', 'Folds two names that differ in case into one.', tag('project_id="proj-alpha" PROJECT_ID="proj-beta"'), own, ['PROJECT_ID', 'proj-beta']),
    finds('name-long-s', 'Folds the names of attributes by Unicode.', tag('\u017fchema="proj-beta"'), ['\u017fchema', 'proj-beta']),
    finds('name-hyphens', 'Takes project-id for project_id: the word before the equals sign is id.', tag('project-id="proj-beta"'), ['id', 'proj-beta']),
    finds('name-camel-case', 'Takes projectId for project_id.', tag('projectId="proj-beta"'), ['projectId', 'proj-beta']),
    finds('name-others-never-count', 'Compares other attributes than project_id and repo_path.', tag('project_name="beta" session_id="s" board_revision="0" repo="/srv/beta" project_id="proj-alpha"'), ['project_name', 'beta'], ['session_id', 's'], ['board_revision', '0'], ['repo', '/srv/beta'], own),
    finds('name-others-only', 'Reports a tag that has neither project_id nor repo_path as unchecked.', tag('schema_version="1"'), ['schema_version', '1']),
    reads('duplicate-last-foreign', 'Keeps the first of two equal names, as HTML does: the last one wins.', tag('project_id="proj-alpha" project_id="proj-beta"')),
    finds('duplicate-last-own', 'Flags a tag if any of its duplicates differs: only the last one counts.', tag('project_id="proj-beta" project_id="proj-alpha"'), own),
    finds('duplicate-last-empty', 'Lets an earlier value stand in for an empty last one.', tag('project_id="proj-beta" project_id=""'), ['project_id', '']),
    finds('duplicate-apart', 'Joins duplicates, or wants them side by side.', tag('note="1" project_id="proj-alpha" note="2"'), ['note', '2'], own),
  ]),

  group('Which project', 'project_start_config', [
    plain('project-not-given', 'Compares the tag with a project that was not given.', { presented_body: tag('project_id="proj-beta"') }, ok({ identity_check: consistent(['project_id', 'proj-beta']) })),
    plain('project-empty', 'Compares the tag with an empty project_id.', { project_id: '', presented_body: tag('project_id="proj-beta"') }, ok({ identity_check: consistent(['project_id', 'proj-beta']) })),
    plain('project-null', 'Compares the tag with null.', { project_id: null, presented_body: tag('project_id="proj-beta"') }, ok({ identity_check: consistent(['project_id', 'proj-beta']) })),
    ...([
      ['project-case', 'Compares project ids without regard to case.', 'Proj-Alpha'],
      ['project-trailing-space', 'Trims the project_id of the tag.', 'proj-alpha '],
      ['project-leading-space', 'Trims the project_id of the tag.', ' proj-alpha'],
      ['project-prefix', 'Compares only how a project_id starts.', 'proj-alpha-2'],
      ['project-shorter', 'Accepts a project_id of the tag that is the start of the own one.', 'proj'],
      ['project-unset', 'Exempts a project_id of "unset": only a repo_path may say so.', 'unset'],
      ['project-hyphen', 'Takes typographic hyphens for ASCII ones.', 'proj\u2010alpha'],
      ['project-zero-width', 'Removes zero-width characters before it compares.', 'proj-alpha\u200b'],
      ['project-full-width', 'Normalises to NFKC before it compares.', '\uff50roj-alpha'],
    ] as const).map(([id, wrong, found]) =>
      plain(id, wrong, { project_id: 'proj-alpha', presented_body: tag(`project_id="${found}"`) },
        foreign(inconsistent([['project_id', found]], foreignId(`'${found}'`, expectation))))),
    plain('project-entity', 'Decodes entities before it compares: the raw texts differ.', { project_id: 'a&b', presented_body: tag('project_id="a&amp;b"') },
      foreign(inconsistent([['project_id', 'a&amp;b']], foreignId("'a&amp;b'", "'a&b'")))),
    plain('project-entity-raw', 'Encodes or decodes entities on one of the two sides: the raw texts are equal.', { project_id: 'a&amp;b', presented_body: tag('project_id="a&amp;b"') },
      ok({ identity_check: consistent(['project_id', 'a&amp;b']) })),
    plain('project-decomposed', 'Normalises to NFC before it compares.', { project_id: 'caf\u00e9', presented_body: tag('project_id="cafe\u0301"') },
      foreign(inconsistent([['project_id', 'cafe\u0301']], foreignId("'cafe\u0301'", "'caf\u00e9'")))),
    plain('project-own-space', 'Trims the project_id that was given.', { project_id: 'proj-alpha ', presented_body: tag('project_id="proj-alpha"') },
      foreign(inconsistent([own], foreignId(expectation, "'proj-alpha '")))),
  ]),
]
