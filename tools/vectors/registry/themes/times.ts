/** `expires_at`: a point in time with an offset, and only what the calendar and the clock have. */
import type { Vector } from '../format.ts'
import { accepted, at, edited, group, implementationDefined, refused, withPlanner } from '../writing.ts'

const section = 'Registry, expires_at'

const expires = (written: string) => edited(['expires_at: 2999-01-31T12:00:00Z\n  - id: builder', `expires_at: ${written}\n  - id: builder`])

function takes(id: string, comment: string, written: string, instant: string): Vector {
  return accepted(`time-${id}`, comment, expires(written), withPlanner({ expires_at: instant }))
}

function refuses(id: string, comment: string, written: string, code: 'bad_time' | 'wrong_type' = 'bad_time'): Vector {
  return refused(`time-${id}`, comment, expires(written), at(code, 13, 17))
}

export const timesTheme = [
  group('Points in time', section, [
    takes('quoted', 'Reads times only where YAML has a type for them.', '"2999-01-31T12:00:00Z"', '2999-01-31T12:00:00.000Z'),
    takes('offset', 'Passes over the offset.', '2999-01-31T12:00:00+02:00', '2999-01-31T10:00:00.000Z'),
    takes('offset-negative', 'Applies the offset in the wrong direction.', '2999-01-31T12:00:00-05:30', '2999-01-31T17:30:00.000Z'),
    takes('offset-next-year', 'Does not carry an offset over the end of a year.', '2999-12-31T23:30:00-01:00', '3000-01-01T00:30:00.000Z'),
    takes('offset-zero', 'Knows Z only.', '2999-01-31T12:00:00+00:00', '2999-01-31T12:00:00.000Z'),
    takes('milliseconds', 'Cuts the fraction off.', '2999-01-31T12:00:00.125Z', '2999-01-31T12:00:00.125Z'),
    takes('tenths', 'Reads a fraction as a number of milliseconds.', '2999-01-31T12:00:00.5Z', '2999-01-31T12:00:00.500Z'),
    takes('past', 'Refuses a file because a token in it has expired.', '2001-01-31T12:00:00Z', '2001-01-31T12:00:00.000Z'),
    takes('leap-day', 'Does not know leap years.', '2996-02-29T12:00:00Z', '2996-02-29T12:00:00.000Z'),
    takes('last-second', 'Refuses the last second of a day.', '2999-12-31T23:59:59Z', '2999-12-31T23:59:59.000Z'),
  ]),
  group('No points in time', section, [
    refuses('no-offset', 'Takes a time without an offset for UTC, or for local time.', '2999-01-31T12:00:00'),
    refuses('date', 'Takes a date for its midnight.', '2999-01-31'),
    refuses('no-date', 'Takes a time of day.', '"12:00:00Z"'),
    refuses('february-30', 'Turns the 30th of February into the 2nd of March.', '2999-02-30T12:00:00Z'),
    refuses('no-leap-day', 'Has a leap day every fourth year.', '2998-02-29T12:00:00Z'),
    refuses('no-leap-century', 'Has a leap day in every century.', '2900-02-29T12:00:00Z'),
    refuses('april-31', 'Has 31 days in every month.', '2999-04-31T12:00:00Z'),
    refuses('month-13', 'Turns month 13 into January.', '2999-13-01T12:00:00Z'),
    refuses('month-0', 'Turns month 0 into December.', '2999-00-01T12:00:00Z'),
    refuses('day-0', 'Turns day 0 into the last of the month before.', '2999-01-00T12:00:00Z'),
    refuses('hour-25', 'Turns hour 25 into the next day.', '2999-01-31T25:00:00Z'),
    refuses('minute-60', 'Turns minute 60 into the next hour.', '2999-01-31T12:60:00Z'),
    refuses('second-61', 'Turns second 61 into the next minute.', '2999-01-31T12:00:61Z'),
    refuses('offset-minute-60', 'Does not check the minutes of an offset.', '2999-01-31T12:00:00+01:60'),
    refuses('zone-name', 'Takes the name of a zone.', '"2999-01-31T12:00:00 CET"'),
    refuses('words', 'Takes whatever a lenient parser reads, such as "31 Jan 2999".', '"31 Jan 2999 12:00:00 GMT"'),
    refuses('duration', 'Takes a duration.', '30d'),
    refuses('never', 'Takes a word for no expiry.', 'never'),
    refuses('empty', 'Takes an empty text for no expiry.', '""'),
    refuses('seconds', 'Takes a number of seconds since 1970.', '32472144000', 'wrong_type'),
    refuses('outer-space', 'Trims a time.', '" 2999-01-31T12:00:00Z"'),
    refuses('more', 'Passes over what stands behind a time.', '"2999-01-31T12:00:00Z or so"'),
    refuses('other-digits', 'Takes digits of other scripts.', '"\u0662\u0669\u0669\u0669-01-31T12:00:00Z"'),
  ]),
  group('What the contract leaves open', section, [
    implementationDefined(refuses('null', 'Whether an optional key may be null; the contract does not say.', 'null', 'wrong_type')),
    implementationDefined(refuses('hour-24', 'Whether 24:00 is the end of the day; ISO 8601 has changed its mind.', '2999-01-31T24:00:00Z')),
    implementationDefined(refuses('leap-second', 'Whether there is a second 60; ISO 8601 has it where one was inserted, and most clocks do not.', '2016-12-31T23:59:60Z')),
    implementationDefined(takes('microseconds', 'Whether what is finer than a millisecond is kept; the contract does not say.', '2999-01-31T12:00:00.123456Z', '2999-01-31T12:00:00.123Z')),
    implementationDefined(takes('comma', 'Whether a comma may stand before the fraction, as ISO 8601 has it and RFC 3339 does not.', '"2999-01-31T12:00:00,5Z"', '2999-01-31T12:00:00.500Z')),
    implementationDefined(takes('minutes', 'Whether the seconds may be left out, as ISO 8601 has it and RFC 3339 does not.', '2999-01-31T12:00Z', '2999-01-31T12:00:00.000Z')),
    implementationDefined(refuses('lower-case', 'Whether t and z may be small, as RFC 3339 has it and ISO 8601 does not.', '2999-01-31t12:00:00z')),
    implementationDefined(refuses('space', 'Whether a space may stand for T, as RFC 3339 has it and ISO 8601 does not.', '"2999-01-31 12:00:00Z"')),
    implementationDefined(refuses('basic', 'Whether the basic format may be used; the contract does not say.', '"29990131T120000Z"')),
    implementationDefined(refuses('offset-basic', 'Whether an offset may lack its colon; the contract does not say.', '2999-01-31T12:00:00+0200')),
    implementationDefined(refuses('offset-hours', 'Whether an offset may be hours alone; the contract does not say.', '2999-01-31T12:00:00+02')),
    implementationDefined(refuses('offset-24', 'Whether an offset may have 24 hours; the contract does not say.', '2999-01-31T12:00:00+24:00')),
    implementationDefined(takes('offset-minus-zero', 'Whether -00:00 is an offset; ISO 8601 does not have it, and RFC 3339 does.', '2999-01-31T12:00:00-00:00', '2999-01-31T12:00:00.000Z')),
    implementationDefined(refuses('year-0999', 'Whether years before 1000 are points in time; the contract does not say.', '"0999-01-31T12:00:00Z"')),
    implementationDefined(refuses('week', 'Whether weeks may be used; the contract does not say.', '2999-W05-4T12:00:00Z')),
  ]),
]
