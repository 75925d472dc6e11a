import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { listAnchors as endpoint } from '@waybill/contract/tracking/anchor-endpoints'
import type { Context } from '../../../context.ts'
import { listKeys } from '../../../platform/signing/index.ts'
import { type AnchorRow, listAnchorRows } from './anchor-store.ts'

/** Anchors before a number, newest first, with the keys that signed them. */
export async function listAnchors(
  { db, masterKey }: Pick<Context, 'db' | 'masterKey'>,
  { before, take }: { before?: number | undefined; take: number },
): Promise<ReplyOf<typeof endpoint>> {
  const rows = await listAnchorRows(db, before ?? null, take + 1)
  const shown = rows.slice(0, take)
  const signers = new Set(shown.map((row) => row.signed_by))
  const keys = (await listKeys({ db, masterKey }))
    .filter(({ id }) => signers.has(id))
    .map((row) => ({ id: row.id, algorithm: 'Ed25519' as const, publicKey: row.public_key.toString('base64') }))
  return { anchors: shown.map(present), next: rows.length > take ? (shown.at(-1)?.number ?? null) : null, keys }
}

const present = (row: AnchorRow) => ({
  number: row.number,
  at: row.at.toISOString(),
  count: row.count,
  root: row.root.toString('hex'),
  previous: row.previous.toString('hex'),
  hash: row.hash.toString('hex'),
  key: row.signed_by,
  signature: row.signature.toString('base64'),
  timeStamp: row.time_stamp?.toString('base64') ?? null,
})
