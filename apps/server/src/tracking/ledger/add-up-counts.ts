import type { Context } from '../../context.ts'
import { addUp } from './count-store.ts'

/** Each row is some twenty sums anywhere in a large table: a slow disk must be done with a range in half a minute. */
const AT_ONCE = 1_000

/** Brings what was counted lately into the sums, a range at a time. */
export async function addUpCounts({ db }: Pick<Context, 'db'>): Promise<void> {
  while ((await addUp(db, AT_ONCE)) === AT_ONCE);
}
