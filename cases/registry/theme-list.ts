/** The files of registry vectors, each with what is said of it. */
import type { Theme } from './vectors.ts'

export const themes: readonly Theme[] = [
  {
    name: 'version', title: 'Registries of version 1 are taken, and of no other',
    sends: 'Registries whose version is missing, another number, a text, a list, or stands last.',
    why: 'A file of a later version may mean something else by the same words; whoever reads it as version 1 lets in what its author shut out.',
    failure: 'The version has a default, is compared loosely, or is not looked at.',
    fix: 'Take the number 1 and nothing else, and say so before anything of the file is used.',
  },
  {
    name: 'keys', title: 'Keys that are unknown, missing or there twice are refused, at each level',
    sends: 'Registries with one key more, one less, one twice, one misspelt, and with merge keys.',
    why: 'A misspelt key is a rule that its author believes in and nobody keeps, and of two equal keys two readers take different ones.',
    failure: 'Unknown keys are passed over, the last of equal keys wins as in most readers of YAML, or required keys have defaults.',
    fix: 'Turn on the strict mode of the reader, reject what the schema does not name, and have no default for what decides on access.',
  },
  {
    name: 'ids', title: 'Ids of agents keep to their pattern, and each is there once',
    sends: 'Ids at the bounds of the pattern, of other scripts and types, and repeated.',
    why: 'Who is who hangs on the id: two that look alike, or one that turns into another on its way, are somebody else.',
    failure: 'Ids are trimmed, folded or turned into text, the pattern is not anchored, or the last of two agents wins.',
    fix: 'Match the whole id against the pattern, as it stands in the file, and refuse a second one.',
  },
  {
    name: 'texts', title: 'Display names and projects keep to their lengths, and projects are there once',
    sends: 'Names and ids of 0, 1, 100 and 101 code points, of several scripts, and projects that share an id or a name.',
    why: 'A project name that two projects have resolves to the wrong one.',
    failure: 'Lengths are counted in bytes or UTF-16 code units, numbers become texts, or repeated projects are passed over.',
    fix: 'Count code points, and hold the ids and the names of projects against those before them.',
  },
  {
    name: 'lists', title: 'The lists send_to and receive_from name agents that exist, each once, or a lone wildcard',
    sends: 'Lists that are empty, have `*`, unknown ids, an entry twice, or 101 entries; and registries of 0, 1, 500 and 501 agents.',
    why: 'These lists are the policy: an entry that means nothing, or more than it says, is a relationship that nobody wanted.',
    failure: 'A text is taken for a list, `*` counts beside ids, unknown ids are passed over, or a limit is off by one.',
    fix: 'Check each entry by itself, then against the agents of the file, then the list as a whole.',
  },
  {
    name: 'values', title: 'The values of enabled, the ceiling and the hash of a token are exactly what they have to be',
    sends: 'Values of other types and spellings, hashes that are short, long, in upper case or shared, and a token without an expiry.',
    why: 'Each of these decides who gets in and what they see; a value that is bent into shape decides it by accident.',
    failure: 'Truthy values count as true, unknown ceilings as some ceiling, hashes are trimmed or folded, or two agents share a token.',
    fix: 'Take a value only where its type and text are those of the contract, and refuse a hash that another agent has.',
  },
  {
    name: 'times', title: 'The expiry expires_at is a point in time with an offset, and one that the calendar has',
    sends: 'Times with and without an offset, dates that do not exist, and what lenient parsers take for a time.',
    why: 'A time that two readers read differently, or that never comes, keeps a token alive that should be dead.',
    failure: 'A lenient parser of the platform is used, which carries the 30th of February over, or takes local time where there is no offset.',
    fix: 'Match the whole text, then check that the calendar gives back the same day.',
  },
  {
    name: 'yaml', title: 'YAML is read strictly: one document of maps, lists and texts, in any style',
    sends: 'Every style of YAML and JSON, several documents, files without content, tags, directives, and text that is no YAML.',
    why: 'What is good must not hang on the style of whoever wrote it; and what readers of YAML disagree on must not be policy.',
    failure: 'The first of several documents is taken, an empty file is an empty policy, tags are resolved, or broken text is guessed at.',
    fix: 'Read one document with a strict reader of YAML 1.2, and keep the last good policy where it fails.',
  },
  {
    name: 'bytes', title: 'Files are UTF-8 of at most 1 MiB, with any line ends',
    sends: 'Files with CRLF, byte order marks, invalid UTF-8, U+0000, of exactly 1 MiB and of one byte more.',
    why: 'Bytes that are replaced on the way make two ids equal, and a file without a limit can take the server down.',
    failure: 'Invalid bytes become U+FFFD, a byte order mark becomes a part of the first key, or the size is checked after parsing.',
    fix: 'Check the size first, decode fatally, and skip one byte order mark.',
  },
  {
    name: 'nesting', title: 'Anchors and nesting cannot be used to eat memory or the stack',
    sends: 'Harmless aliases, aliases that expand to a billion values, that hold themselves, and nesting a hundred thousand levels deep.',
    why: 'Whoever can edit the registry can then stop the server, and with it everybody else.',
    failure: 'Aliases are expanded without a count, structures that hold themselves are followed for ever, or the reader recurses.',
    fix: 'Count what aliases expand to, and bound the depth before the file is parsed.',
  },
  {
    name: 'together', title: 'All that is wrong with a registry is told at once',
    sends: 'Registries with several faults, of one kind and of many, near and far apart.',
    why: 'Whoever mends a file fault by fault, with the policy degraded, is slow; and stops where it starts to work.',
    failure: 'The first fault ends the check, or references are only checked where everything else is right.',
    fix: 'Collect problems with their places and go on, and check references among what could be read.',
  },
  {
    name: 'secrets', title: 'Nothing that is said of a registry holds what could be a secret in it',
    sends: 'Registries with tokens pasted into wrong places, and into lines that are no YAML.',
    why: 'A token that was pasted in the place of its hash is the likeliest mistake of all, and the error goes to logs, terminals and tickets.',
    failure: 'Errors quote the value or the line, as the messages of most readers of YAML do.',
    fix: 'Write messages of your own, with places and names of keys that you know, and never a text of the file.',
  },
]
