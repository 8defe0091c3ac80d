/** Started by a test: migrates the database at the path, and is killed when the migration with this number is done and nothing is committed. */
import { DatabaseSync } from 'node:sqlite'
import { migrate } from '../../../server/store/migrate.ts'
import { migrations } from '../../../server/store/schema.ts'

const [path = '', last = ''] = process.argv.slice(2)
const db = new DatabaseSync(path)
const exec = db.exec.bind(db)
db.exec = (sql) => {
  exec(sql)
  if (sql === migrations[Number(last)]) process.kill(process.pid, 'SIGKILL')
}
migrate(db, path, Date.now)
