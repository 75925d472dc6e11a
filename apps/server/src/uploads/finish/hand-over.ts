import type { Kysely } from 'kysely'
import { releaseBytes } from '../../billing/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import { holdReservedKeys, setAside, type UploadAllowance } from '../plan/set-aside.ts'
import { setUploadOwner, type UploadRow } from '../upload-store.ts'

/** An account that continues an upload. */
export interface AccountOwner {
  accountId: string
  ownerAddress: string
  deviceId: string | null
  /** Billing keys under which the bytes are reserved, and their limits. */
  allowance: UploadAllowance
}

/**
 * Moves a visitor's upload to an account: received bytes stay, and count for the account from now on. Call it with the
 * upload's row locked.
 *
 * @throws Problem 'storage-full' {limitBytes}; a unique violation where the account has an open upload of the same
 * files
 */
export async function handOver(tx: Kysely<Database>, upload: UploadRow, to: AccountOwner): Promise<UploadRow> {
  const keys = await holdReservedKeys(tx, to.accountId, to.allowance)
  const moved = await setUploadOwner(tx, upload.id, {
    account_id: to.accountId,
    owner_address: to.ownerAddress,
    device_id: to.deviceId,
    reserved_keys: keys,
  })
  await setAside(tx, moved, to.allowance)
  await releaseBytes(tx, upload.reserved_keys, upload.bytes)
  return moved
}
