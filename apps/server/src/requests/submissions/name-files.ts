import { cleanPath } from '@waybill/contract/core/names'
import { dayAt } from '@waybill/contract/core/zoned-time'
import { renameFile } from '@waybill/contract/requests/rename-pattern'
import { openedName, SEALED_ENDING } from '@waybill/contract/requests/sealed-form'
import { supplierLabel } from '@waybill/contract/requests/supplier-folders'
import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { pathsBeside } from '../../transfers/index.ts'
import { databaseNow, type RequestRow } from '../request-store.ts'
import { listTaken } from '../submission-store.ts'
import type { SupplierRow } from '../supplier-store.ts'

interface Arriving {
  request: Pick<RequestRow, 'deadline_zone' | 'sealing'>
  /** Locked, so that no other call names this supplier's files meanwhile. */
  supplier: SupplierRow
  items: ReadonlyArray<{ id: string; name: string; pattern: string }>
  files: ReadonlyArray<{ id: string; path: string; item: string }>
}

/**
 * The names of arriving files: by their item's pattern, else their own, numbered where their supplier has sent that
 * name before. Submitted files are never overwritten. A sealed file is named after its content, with an extension that
 * shows it is sealed.
 */
export async function nameFiles(tx: Kysely<Database>, { request, supplier, items, files }: Arriving) {
  const taken = await listTaken(tx, supplier.id)
  const date = dayAt((await databaseNow(tx)).getTime(), request.deadline_zone)
  const counts = new Map<string, number>()
  for (const { item_id } of taken) counts.set(item_id, (counts.get(item_id) ?? 0) + 1)
  const named = files.map(({ path, item: itemId }) => {
    const number = (counts.get(itemId) ?? 0) + 1
    counts.set(itemId, number)
    const item = items.find(({ id }) => id === itemId)
    if (!item?.pattern) return cleanPath(path).path
    const parts = { supplier: supplierLabel(supplier), company: supplier.company, item: item.name, date, number }
    return renameFile(item.pattern, parts, path)
  })
  const paths = pathsBeside(
    taken.map(({ path }) => (request.sealing ? openedName(path) : path)),
    named,
  )
  const ending = request.sealing ? SEALED_ENDING : ''
  return files.map(({ id, path, item }, position) => ({
    fileId: id,
    itemId: item,
    position,
    path: cleanPath(`${paths[position]}${ending}`).path,
    originalName: path,
  }))
}
