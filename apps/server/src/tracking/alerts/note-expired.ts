import type { Context } from '../../context.ts'
import { claimExpired } from '../../transfers/index.ts'
import { recordNotice } from '../ledger/index.ts'

const AT_ONCE = 100

/** Records which transfers have expired; each expiry once, so that an extended transfer is recorded again. */
export async function noteExpired({ db, signer }: Pick<Context, 'db' | 'signer'>): Promise<void> {
  for (let noted = AT_ONCE; noted === AT_ONCE; ) {
    noted = await db.transaction().execute(async (tx) => {
      const ids = await claimExpired(tx, AT_ONCE)
      for (const id of ids) await recordNotice(tx, { signer }, { transferId: id, kind: 'expired' })
      return ids.length
    })
  }
}
