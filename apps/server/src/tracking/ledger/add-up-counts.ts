import type { Context } from '../../context.ts'
import { addUp } from './count-store.ts'

/** Each row updates some twenty sums anywhere in a large table: a slow disk must finish a batch in half a minute. */
const AT_ONCE = 1_000

/** Adds recent counts to the sums, one batch at a time. */
export async function addUpCounts({ db }: Pick<Context, 'db'>): Promise<void> {
  while ((await addUp(db, AT_ONCE)) === AT_ONCE);
}
