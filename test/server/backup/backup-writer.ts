/** A process of its own that backs up the store in a folder, and prints the code of what goes wrong. */
import { backUp, placesIn } from './places.ts'

try {
  backUp(placesIn(String(process.argv[2])))
  process.stdout.write('done\n')
} catch (error) {
  process.stdout.write(`${String((error as { code?: unknown }).code ?? error)}\n`)
  process.exitCode = 1
}
