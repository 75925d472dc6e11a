import type { Context } from '../context.ts'
import { addUp } from './count-store.ts'

const AT_ONCE = 10_000

/** Brings what was counted lately into the sums, a stretch at a time. */
export async function addUpCounts({ db }: Pick<Context, 'db'>): Promise<void> {
  while ((await addUp(db, AT_ONCE)) === AT_ONCE);
}
