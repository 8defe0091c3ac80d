/** Whether the files are what the generator writes: they are frozen, and nobody edits them by hand. */

export function staleFiles(files: ReadonlyMap<string, string>, generated: ReadonlyMap<string, string>): string[] {
  return [...new Set([...files.keys(), ...generated.keys()])].sort().flatMap((name) => {
    if (!generated.has(name)) return [`${name} is written by nobody; npm run vectors removes it`]
    if (!files.has(name)) return [`${name} is not there; npm run vectors writes it`]
    return files.get(name) === generated.get(name) ? [] : [`${name} is not what the generator writes; run: npm run vectors`]
  })
}
