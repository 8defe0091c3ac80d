/**
 * Copies plain data with its members changed, and copies nothing where nothing changes: a record of thousands of results
 * is cleaned several times on its way, and is clean already.
 */

/**
 * @param change What stands in the place of a member; `key` is empty in a list.
 * @param rename What its key becomes.
 * @returns The very object where every member and key stayed as it was.
 */
export function mapMembers(value: object, change: (member: unknown, key: string) => unknown, rename: (key: string) => string): object {
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value
    const mapped = list.map((member) => change(member, ''))
    return mapped.every((member, at) => Object.is(member, list[at])) ? value : mapped
  }
  const members = Object.entries(value)
  const mapped = members.map(([key, member]): [string, unknown] => [rename(key), change(member, key)])
  return mapped.every(([key, member], at) => key === members[at]?.[0] && Object.is(member, members[at][1])) ? value : Object.fromEntries(mapped)
}
