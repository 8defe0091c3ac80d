/** Finds the test files and puts them in an order that a seed alone decides, so that hidden dependences show. */
import { globSync } from 'node:fs'
import { seededRandom } from '../support/seed.ts'

/**
 * @param root Folder of the repository.
 * @param filters Parts of paths; a file is taken where any of them is in its path, and every file without any.
 * @returns Paths relative to the root, with forward slashes, sorted.
 */
export function testFiles(root: string, filters: readonly string[]): string[] {
  return globSync('test/**/*.test.ts', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => filters.length === 0 || filters.some((filter) => path.includes(filter.replace(/^\.\//, ''))))
    .sort()
}

/** A new array with the same items; the same seed and items give the same order. */
export function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const random = seededRandom(seed)
  const keyed = items.map((item) => ({ item, key: random() }))
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item)
}
