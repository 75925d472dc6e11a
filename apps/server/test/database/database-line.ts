import { Line } from '../http/line.ts'
import type { TestDatabase } from './test-database.ts'

/** A line to a test's database, and the DATABASE_URL that leads through it. */
export async function databaseLine({ connection }: Pick<TestDatabase, 'connection'>): Promise<Line & { url: string }> {
  const { host, port, user, password, database } = connection
  const line = await Line.to(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
  const url = new URL(`postgres://127.0.0.1:${line.port}/${database}`)
  url.username = user
  url.password = password
  return Object.assign(line, { url: url.href })
}
