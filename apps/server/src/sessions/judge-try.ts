import { Problem, type ProblemCode } from '@waybill/contract/problems'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { clearTries, giveTryBack, takeTry } from './login-failure-store.ts'

/**
 * Whether one try under `name` is right. Wrong ones in a row make the next wait; one that could not be judged, because
 * `judge` threw, does not count.
 *
 * @throws Problem `tooMany` {retryAfterSeconds} while the next must wait
 */
export async function judgeTry<Result>(
  db: Kysely<Database>,
  { name, tooMany }: { name: string; tooMany: ProblemCode },
  judge: () => Promise<Result | null>,
): Promise<Result | null> {
  const blocked = await takeTry(db, name)
  if (blocked !== null) throw new Problem(tooMany, { retryAfterSeconds: blocked.waitSeconds })
  const result = await judge().catch(async (error) => {
    await giveTryBack(db, name)
    throw error
  })
  if (result !== null) await clearTries(db, name)
  return result
}
