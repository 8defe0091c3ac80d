/** The files of golden vectors, each with what is said of it. */
import { badInput } from './themes.ts'
import type { Theme } from './themes.ts'

const parameters = 'accept.parameters'
const goalToken = 'accept.goal-token'
const identity = 'accept.identity'

export const themes: readonly Theme[] = [
  {
    name: 'examples', title: 'The worked examples of the contract come out as printed', requirement: 'accept.verdict', timed: true,
    sends: 'The hashes that the contract prints, and a whole envelope that is good, stale, foreign, undoable and outdated.',
    why: 'The examples are where an implementation begins; one that misses them has read something else than the contract.',
    failure: 'A hash is taken over other text, or a member of the verdict is missing or has another name.',
    fix: 'Start with the smallest example that fails, and compare the text that is hashed with the one that the contract prints.',
  },
  {
    name: 'gates', title: 'Each check runs where its parameters are given and is skipped otherwise', requirement: parameters,
    sends: 'Every parameter that a check hangs on, missing, null, empty and given, with everything else there.',
    why: 'A check that fails where it should be skipped refuses good envelopes, and one that is skipped where it should fail passes bad ones.',
    failure: 'Empty, null and missing are taken for the same everywhere, or an empty list for a missing one.',
    fix: 'Keep to the table of the contract parameter by parameter: some are used when truthy, others when not null.',
  },
  {
    name: 'precedence', title: 'The first check that fails gives the verdict', requirement: 'accept.order', timed: true,
    sends: 'Envelopes in which two and more checks would fail.',
    why: 'The result tells the receiver what to do next; two servers that name different failures of one envelope send it in different directions.',
    failure: 'The checks are made in another order, all failures are collected, or checks after the first failure leave their objects.',
    fix: 'Make the checks in the order of the contract and return with the first that fails.',
  },
  {
    name: 'sequences', title: 'A row of calls with one token is answered by what came before', requirement: goalToken, timed: true,
    sends: 'Several calls one after the other: good, rejected, refused, repeated, with other tokens between them.',
    why: 'What consumes a token, and what does not, shows only in the next call.',
    failure: 'A failed attempt consumes the token, a rejected verdict gives it back, or tokens share their state.',
    fix: 'Consume exactly where the reason is ok, and in no other case.',
  },
  {
    name: 'token', title: 'A goal token is judged by the first rule that fits', requirement: goalToken,
    sends: 'Good, unknown, consumed and foreign tokens, and tokens written otherwise than they were issued.',
    why: 'The reason decides whether a receiver suspects a forgery or a sibling that was faster.',
    failure: 'Tokens are trimmed or compared without case, the reasons are tried in another order, or the recovery does not fit the reason.',
    fix: 'Look the token up exactly as it was presented, and go through the reasons in the order of the contract.',
  },
  {
    name: 'token-time', title: 'The life of a token ends to the microsecond', requirement: 'accept.token-expiry', timed: true,
    sends: 'Tokens shortly before, at and after their expiry, and days later.',
    why: 'Sender and receiver have to agree when a handoff is too old.',
    failure: 'Times are rounded, the comparison is not strict, or ended tokens are kept too long or not long enough.',
    fix: 'Keep instants in microseconds, compare with now > expiry, and forget as the contract says.',
  },
  {
    name: 'body-binding', title: 'A token that is bound to a body is good for exactly its bytes', requirement: 'accept.body-binding',
    sends: 'Bodies that differ from the bound one by normalisation, line ends, white space, case or nothing but an invisible character.',
    why: 'Whoever changes the work on its way must not get it accepted.',
    failure: 'The body is trimmed or normalised before it is hashed, or an empty body is taken for none.',
    fix: 'Hash the UTF-8 bytes of the body as it came, after the banner is stripped and nothing else.',
  },
  {
    name: 'verify-tool', title: 'Verification by itself judges and consumes as the whole check does', requirement: goalToken, timed: true,
    sends: 'Tokens to the tool that verifies them alone, in turn with whole checks.',
    why: 'Two tools with one token between them must not both find it good.',
    failure: 'The two tools keep state of their own, or only one of them strips the banner.',
    fix: 'Put both tools over one function that verifies, and trim the token only in the tool that is said to.',
  },
  {
    name: 'banner', title: 'The banner of a delivered body is stripped once', requirement: 'accept.banner',
    sends: 'Bodies with one banner, two of them, none, and with what only looks like one.',
    why: 'The sender binds the body without the banner; a receiver that strips more or less sees another body.',
    failure: 'Every banner is stripped, the run to the end of the comment is the longest and not the shortest, or line ends of other systems count.',
    fix: 'Strip the first match only, once, at the edge, before anything else looks at the body.',
  },
  {
    name: 'project-name', title: 'A name of a project counts only where no id is given', requirement: parameters,
    sends: 'The projects of the registry by their names, with and without an id beside them, and names that nobody knows.',
    why: 'A name that wins over an id would let a caller be checked against another project than it says.',
    failure: 'The name wins over the id, unknown names are passed on as ids, or names are compared without case.',
    fix: 'Resolve the name only where project_id is missing or null, and refuse what the registry does not name.',
  },
  {
    name: 'delivery-source', title: 'The delivery source comes back as it was sent and makes nothing trusted', requirement: 'accept.verdict',
    sends: 'Delivery sources of any text, also those that sound trustworthy.',
    why: 'What a caller says of its channel is a claim and no proof.',
    failure: 'Only known sources are let through, the text is normalised, or one of them sets is_trusted_channel.',
    fix: 'Echo the text, default to chat_paste, and always answer is_trusted_channel with false.',
  },
  {
    name: 'identity-tag', title: 'The start-config tag is found by the rules of the contract', requirement: identity,
    sends: 'Bodies with tags in other case, two tags, tags within words, across lines, and with an end that is missing.',
    why: 'The tag says which project the work is for; who finds another tag checks another project.',
    failure: 'The last tag wins, the word boundary is missing, or a parser of XML is used where the contract has a pattern.',
    fix: 'Take the pattern of the contract: the first match, without regard to ASCII case, up to the first >.',
  },
  {
    name: 'identity-attributes', title: 'The attributes of the tag are read by the rules of the contract', requirement: identity,
    sends: 'Attributes that are doubled, empty, in other case, with other quotes, with entities and with letters outside ASCII in their names.',
    why: 'The verdict shows what was found, and compares two of them; a reader that sees more or fewer attributes says something else.',
    failure: 'Entities are decoded, single quotes or spaces are let through, or the first of two equal names wins.',
    fix: 'Read word="value" and nothing else; the last of equal names counts, and values stay as they are.',
  },
  {
    name: 'identity-path', title: 'Repository paths are compared as raw texts', requirement: identity,
    sends: 'Paths that name the same place in different ways, unset ones and empty ones.',
    why: 'A path is compared and never opened, so that no server looks at its own disk to answer.',
    failure: 'Paths are normalised, resolved or compared without case.',
    fix: 'Compare the two texts as they are; skip where one is empty or the found one is unset.',
  },
  {
    name: 'identity-quoting', title: 'Values in reasons are quoted and escaped as the contract says', requirement: 'accept.quoting',
    sends: 'Projects and paths with quotes, backslashes, line ends and control characters.',
    why: 'Reasons end up in logs and terminals; a raw line end or escape code there is an attack.',
    failure: 'The quote does not depend on the value, backslashes are not doubled, or control characters stand as they are.',
    fix: 'Choose the quote by what the value holds, and escape backslash, line ends, control characters and DEL.',
  },
  {
    name: 'capability', title: 'Missing tools are an exact difference of two sets', requirement: 'accept.capability',
    sends: 'Lists of tools that overlap, repeat, and differ only in case, prefix, white space or normalisation.',
    why: 'A tool that is nearly the right one does not do the work.',
    failure: 'Names are trimmed or folded, prefixes match, duplicates stay, or the lists are sorted by UTF-16 unit.',
    fix: 'Take both lists as sets of exact texts, and sort by code point.',
  },
  {
    name: 'manifest-hash', title: 'The hash of required tools is taken over a sorted set of names', requirement: 'accept.tool-manifest',
    sends: 'Items whose tool requirements are lists, JSON text of lists, nothing of the kind, doubled and in any order.',
    why: 'Sender and receiver hash the same board on their own; one that reads the requirements otherwise reports a drift that is none.',
    failure: 'Duplicates are hashed, JSON text is not read, or names that are missing are taken for empty ones.',
    fix: 'Collect the names that are not empty of all objects in all lists, make a set of them, sort by code point, and hash the JSON text.',
  },
  {
    name: 'board-hash', title: 'The board revision is taken over sorted triples', requirement: 'accept.board',
    sends: 'Boards whose items are reordered, doubled, changed in one member, or lack one.',
    why: 'The revision tells whether the board is still the one that the sender saw.',
    failure: 'Duplicates are dropped, the triples are sorted by id alone, or null and missing differ.',
    fix: 'Take a triple for every item with "" for what is missing, sort them as triples, and keep duplicates.',
  },
  {
    name: 'canonical-json', title: 'What is hashed is canonical JSON in ASCII', requirement: 'accept.canonical-json',
    sends: 'Names and states with characters of every kind: control characters, DEL, astral ones, slashes, quotes.',
    why: 'One escape that is written otherwise makes another hash.',
    failure: 'DEL or characters outside ASCII stand as they are, hexadecimal digits are upper-case, slashes are escaped, or the order is that of UTF-16 units.',
    fix: 'Escape everything outside U+0020 to U+007E as the contract says, astral characters as two escapes, and sort by code point.',
  },
  {
    name: 'error-types', title: 'Wrong types are refused by name before any check', requirement: badInput,
    sends: 'Every parameter and member with values of other types, and parameters that do not exist.',
    why: 'A value that is turned into text, or ignored, is judged as something that nobody sent.',
    failure: 'Values are coerced, unknown parameters are ignored, or the token is consumed first.',
    fix: 'Check all types before the first check, and name the place of the first wrong one.',
  },
  {
    name: 'error-limits', title: 'What is as large as allowed is judged, and what is larger is refused by name', requirement: 'accept.limits',
    sends: 'Bodies, texts and lists of exactly the largest size, and one larger.',
    why: 'Senders have to know what every receiver takes, and a receiver has to say what was too much instead of breaking off.',
    failure: 'A limit of the transport is met first, characters are counted in place of bytes, or the limit is off by one.',
    fix: 'Let the transport carry all that the contract allows, and check sizes in UTF-8 bytes after the types.',
  },
  {
    name: 'error-lone-surrogates', title: 'Texts with half of a surrogate pair are refused', requirement: badInput,
    sends: 'Texts with one half of a surrogate pair, in every parameter.',
    why: 'Such a text has no UTF-8, so that every server that goes on with it hashes something else.',
    failure: 'The half is replaced by U+FFFD on its way, and the text is judged as another one.',
    fix: 'Check that texts are well-formed before they are encoded. Refusing the JSON text as a whole is right too.',
  },
]
