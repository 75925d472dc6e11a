import { Problem } from '@waybill/contract/core/problems'
import type { ArrivalView, FileArrival } from '@waybill/contract/transfers/arrival'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { type ArrivingFile, listArriving, listLacking, listUploadedFiles } from '../../uploads/index.ts'
import { type ArrivalRow, findArrivalRow } from './arriving-store.ts'

/** Whether it was sent while it uploads, and not all of it is there. */
export const isArriving = ({ arrival }: Pick<ArrivalRow, 'arrival'>): boolean =>
  arrival === 'arriving' || arrival === 'broken'

/** How far transfers are, by upload; nothing of those that are whole. */
export async function readArrivals(
  db: Kysely<Database>,
  transfers: readonly Omit<ArrivalRow, 'account_id'>[],
): Promise<Map<string, ArrivalView>> {
  const arriving = transfers.filter(isArriving)
  if (arriving.length === 0) return new Map()
  const lacking = await listLacking(
    db,
    arriving.map((transfer) => transfer.upload_id),
  )
  return new Map(
    arriving.map((transfer): [string, ArrivalView] => {
      const { files, bytes } = lacking.get(transfer.upload_id) ?? { files: 0, bytes: 0 }
      const view: ArrivalView = {
        state: transfer.arrival ?? 'whole',
        filesThere: transfer.file_count - files,
        fileCount: transfer.file_count,
        arrivedBytes: transfer.bytes - bytes,
        totalBytes: transfer.bytes,
        brokeOffAt: transfer.broke_off_at?.toISOString() ?? null,
      }
      return [transfer.upload_id, view]
    }),
  )
}

/** How far one transfer is; null where it is whole. */
export const readArrivalOf = async (
  db: Kysely<Database>,
  row: Omit<ArrivalRow, 'account_id'>,
): Promise<ArrivalView | null> => (await readArrivals(db, [row])).get(row.upload_id) ?? null

/**
 * The files of an arriving transfer that its recipients cannot download whole yet, by id. Of a sender without an account
 * these are all files of the upload, since the server looks into them before anybody may have one.
 */
export async function readFileArrivals(
  { db, stores }: Pick<Context, 'db' | 'stores'>,
  transfer: ArrivalRow,
): Promise<Map<string, FileArrival>> {
  if (!isArriving(transfer)) return new Map()
  const state = transfer.arrival === 'broken' ? 'missing' : 'arriving'
  const arriving = await listArriving(db, transfer.upload_id)
  const isVisitors = transfer.account_id === null
  const opens = ({ store, isPacked, isSuspect }: ArrivingFile) =>
    state === 'arriving' && !isVisitors && !isPacked && !isSuspect && stores.of(store).transport === 'server'
  const found = new Map<string, FileArrival>(
    arriving.map((file) => [
      file.id,
      { state: file.isComplete ? 'arriving' : state, bytes: file.prefix, isReadable: opens(file) },
    ]),
  )
  if (!isVisitors) return found
  for (const { id, bytes } of await listUploadedFiles(db, transfer.upload_id)) {
    if (!found.has(id)) found.set(id, { state: 'arriving', bytes, isReadable: false })
  }
  return found
}

/**
 * Refuses a change that has to wait until the transfer is whole.
 *
 * @throws Problem 'files-still-arriving'
 */
export async function requireWhole(db: Kysely<Database>, transferId: string): Promise<void> {
  const found = await findArrivalRow(db, transferId)
  if (found !== null && isArriving(found)) throw new Problem('files-still-arriving')
}

/** The same by the id of the transfer; null also where there is none. */
export async function findArrival(db: Kysely<Database>, transferId: string): Promise<ArrivalView | null> {
  const row = await findArrivalRow(db, transferId)
  return row && readArrivalOf(db, row)
}
