/** A process of its own that takes the write lock of a database, says so, and lets go when its input ends. */
import { DatabaseSync } from 'node:sqlite'

const db = new DatabaseSync(String(process.argv[2]), { timeout: 5_000 })
db.exec('BEGIN IMMEDIATE')
process.stdout.write('locked\n')
process.stdin.resume()
process.stdin.on('end', () => {
  db.exec('ROLLBACK')
  db.close()
})
