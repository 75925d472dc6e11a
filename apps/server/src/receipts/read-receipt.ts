import { canonicalJson } from '@waybill/contract/canonical-json'
import { Problem } from '@waybill/contract/problems'
import type { SignedReceipt } from '@waybill/contract/receipts'
import type { Context } from '../context.ts'
import type { Budget } from '../http/rate-limits.ts'
import { presentReceipt } from './present-receipt.ts'
import { findSigningKey } from './receipt-key.ts'
import { readReceiptRows } from './receipt-store.ts'

/** A transfer of 1,500 files fetched twice over stays below. */
const MAX_ENTRIES = 10_000
const receiptsPerAccount: Budget = { name: 'receipts', points: 600, seconds: 3_600 }

/** `file`: the signed receipt as it is handed out, byte for byte. */
export interface WrittenReceipt extends SignedReceipt {
  file: string
}

/**
 * The signed receipt of one recipient of a transfer of the account, as things stand now.
 *
 * @throws Problem 'transfer-not-found', the same for unknown, deleted and foreign ones; 'recipient-not-found';
 *   'too-many-requests'
 */
export async function readReceipt(
  ctx: Pick<Context, 'db' | 'readAs' | 'masterKey' | 'origins' | 'limits'>,
  accountId: string,
  { transfer: transferId, recipient: recipientId }: { transfer: string; recipient: string },
): Promise<WrittenReceipt> {
  await ctx.limits.spend(receiptsPerAccount, accountId)
  const rows = await readReceiptRows(ctx.readAs(accountId), {
    accountId,
    transferId,
    recipientId,
    maxEntries: MAX_ENTRIES,
  })
  if (rows === 'transfer') throw new Problem('transfer-not-found')
  if (rows === 'recipient') throw new Problem('recipient-not-found')
  const receipt = presentReceipt(rows, ctx.origins.publicOrigin)
  const key = await findSigningKey(ctx)
  const signed = { key: key.id, receipt, signature: key.sign(Buffer.from(canonicalJson(receipt))) }
  return { ...signed, file: canonicalJson(signed) }
}
