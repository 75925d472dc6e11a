import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { listReceiptKeys as endpoint } from '@waybill/contract/tracking/receipt-endpoints'
import type { Context } from '../../context.ts'
import { listKeys, pemOf } from '../../platform/signing/index.ts'

/** Every public key of this server that ever signed a receipt, newest first. */
export async function listReceiptKeys(ctx: Pick<Context, 'db' | 'masterKey'>): Promise<ReplyOf<typeof endpoint>> {
  const rows = await listKeys(ctx)
  const keys = rows.map((row) => ({
    id: row.id,
    algorithm: 'Ed25519' as const,
    publicKey: row.public_key.toString('base64'),
    pem: pemOf(row.public_key),
    createdAt: row.created_at.toISOString(),
    retiredAt: row.retired_at?.toISOString() ?? null,
  }))
  return { keys }
}
