/** `npm run tables`: writes the row types from the schema of a migrated database. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../apps/server/src/platform/database/embedded/embedded.ts'
import { migrate } from '../apps/server/src/platform/database/starting/migrate.ts'
import { readOwners } from './tables/owners.ts'
import { type Column, readColumns, readViewColumns } from './tables/read-columns.ts'
import { writeRowTypes } from './tables/row-types.ts'

const root = join(import.meta.dirname, '..')
const database = join(root, 'apps/server/src/platform/database')

const files = writeRowTypes(
  await readSchema(),
  readOwners(root),
  readFileSync(join(database, 'column-types.ts'), 'utf8'),
)
rmSync(join(database, 'tables'), { recursive: true, force: true })
for (const [path, text] of files) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
console.log(`Wrote ${files.size} files.`)

async function readSchema(): Promise<Column[]> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-tables-'))
  const log = { info: () => {}, warn: console.warn, error: console.error }
  const server = await startEmbedded(join(folder, 'pg'), log, { isDurable: false })
  try {
    await migrate(server.connection)
    const client = new pg.Client(server.connection)
    await client.connect()
    try {
      const columns = await readColumns(client)
      return [...columns, ...(await readViewColumns(client, columns))]
    } finally {
      await client.end()
    }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
