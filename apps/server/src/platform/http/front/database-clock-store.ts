import { sql } from 'kysely'
import type { Context } from '../../../context.ts'

/** How far the database's clock is ahead of this process's, in milliseconds; null while the database does not answer. */
export async function readDatabaseAhead({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number | null> {
  const before = clock.nowMs()
  const asked = sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return asked.then(
    ({ rows }) => (rows[0]?.now.getTime() ?? 0) - (before + clock.nowMs()) / 2,
    () => null,
  )
}
