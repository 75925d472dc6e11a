import type { ListedTransfer } from '@waybill/contract/transfers/list-endpoints'
import type { Context } from '../../context.ts'
import { paths } from '../../platform/links.ts'
import { readArrivals } from '../arriving/read-arrival.ts'
import { recipientToken } from '../recipients/recipient-token.ts'
import { titleForOthers } from '../recipients/sender-of.ts'
import { formatCursor, parseCursor } from './list-cursor.ts'
import type { TransferSort } from './list-order.ts'
import { listReceivedPlaces, type ReceivedRow, readReceived } from './listed-store.ts'
import { presentListedTransfer } from './present-listed.ts'
import { searchWords } from './search-words.ts'

export interface ReceivedListQuery {
  sort: TransferSort
  q: string | undefined
  skip: number
  after: string | undefined
  take: number
}

/**
 * One page of transfers mailed to the account's addresses, each with the receiver's own link. A search, or an order
 * other than by age, covers the latest two thousand.
 *
 * @throws Problem 'invalid-input' for an invalid `after`
 */
export async function listReceived(
  { db, masterKey }: Pick<Context, 'db' | 'masterKey'>,
  accountId: string,
  { sort, q, skip, after, take }: ReceivedListQuery,
): Promise<{ allDocs: ListedTransfer[]; next: string | null }> {
  const cursor = after === undefined ? null : parseCursor(after, sort)
  const patterns = searchWords(q)?.patterns ?? []
  const listQuery = { sort, patterns, after: cursor, skip: cursor?.skip ?? skip, take: take + 1 }
  const places = await listReceivedPlaces(db, accountId, listQuery)
  const shown = places.slice(0, take)
  const last = shown.at(-1)
  const rows = await readReceived(
    db,
    accountId,
    shown.map(({ id }) => id),
  )
  const open = rows.filter((row) => !row.is_locked)
  const arrivals = await readArrivals(db, open)
  return {
    allDocs: rows.map((row) => {
      const listed = presentListedTransfer(
        row.is_locked ? closed(row) : { ...row, title: titleForOthers(row) },
        paths.receivedTransfer(row.slug, recipientToken(masterKey, row.recipient_id)),
      )
      const arrival = row.is_locked ? undefined : arrivals.get(row.upload_id)
      return arrival === undefined ? listed : { ...listed, arrival }
    }),
    next: places.length > take && last ? formatCursor({ ...last, sort, run: 0, skip: 0 }) : null,
  }
}

/** Behind a password: neither its contents nor its title and message. */
const closed = (row: ReceivedRow): ReceivedRow => ({
  ...row,
  title: null,
  first_path: null,
  folder: null,
  file_count: 0,
  bytes: 0,
  message: '',
})
