import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import type { proveAnchored as endpoint } from '@waybill/contract/tracking/anchor-endpoints'
import type { Kysely } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { headText } from '../chain.ts'
import { readPath } from '../read-path.ts'
import { type AnchoredHead, findAnchor, listAnchored } from './anchor-store.ts'

const MOST_PROOFS = 10

/**
 * Proves that the newest anchors with a transfer's ledger cover it: its position in their trees, and the path to the
 * root.
 *
 * @throws Problem 'transfer-not-found', the same for unknown and foreign ones
 */
export async function proveAnchored(
  { readAs, db }: Pick<Context, 'readAs' | 'db'>,
  accountId: string,
  transferId: string,
): Promise<ReplyOf<typeof endpoint>> {
  const heads = await listAnchored(readAs(accountId), { accountId, transferId, take: MOST_PROOFS })
  if (heads === null) throw new Problem('transfer-not-found')
  const anchors = []
  for (const head of heads) anchors.push(await prove(db, head))
  return { anchors }
}

/** Of the other ledgers' heads, only hashes are shown. */
async function prove(db: Kysely<Database>, { anchor: number, position, ...head }: AnchoredHead) {
  const anchor = await findAnchor(db, number)
  if (!anchor) throw new Error(`There is no anchor ${number}`)
  const path = await readPath(db, anchor, position)
  return {
    number,
    length: head.length,
    head: Buffer.from(head.head).toString('hex'),
    text: headText(head),
    index: position,
    count: anchor.count,
    path: path.map((hash) => hash.toString('hex')),
    root: anchor.root.toString('hex'),
  }
}
