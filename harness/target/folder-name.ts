/** The name of a target as a folder's: one path segment that every file system takes. */

/** Letters, digits, dots, hyphens and underscores; what is anything else becomes a hyphen. Never empty, never hidden. */
export function folderNameOf(name: string): string {
  const plain = name.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replaceAll(/^[.-]+|[.-]+$/g, '').slice(0, 80)
  return plain === '' ? 'target' : plain
}
