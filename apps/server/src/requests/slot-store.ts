import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database, RequestSlotsTable } from '../platform/database/schema.ts'
import { newId } from '../platform/ids.ts'
import type { JudgedSlot } from './create/request-content.ts'

/** What requests want. A slot that is taken away keeps its row for the files that came to it. */
type Db = Kysely<Database>

export interface SlotRow extends Selectable<RequestSlotsTable> {
  example_path: string | null
  example_bytes: number | null
}

/** In their order; an example whose file was deleted is none. */
export async function listSlots(db: Db, requestId: string): Promise<SlotRow[]> {
  return db
    .selectFrom('request_slots')
    .leftJoin('stored_files as files', (join) =>
      join
        .onRef('files.id', '=', 'request_slots.example_file_id')
        .on('files.deleted_at', 'is', null)
        .on('files.withdrawn_at', 'is', null),
    )
    .selectAll('request_slots')
    .select(['files.path as example_path', 'files.bytes as example_bytes'])
    .where('request_slots.request_id', '=', requestId)
    .where('request_slots.removed_at', 'is', null)
    .orderBy('request_slots.position')
    .execute()
}

export async function insertSlots(tx: Db, requestId: string, slots: readonly JudgedSlot[]): Promise<void> {
  if (slots.length === 0) return
  await tx
    .insertInto('request_slots')
    .values(slots.map((slot) => ({ ...slot, id: newId(), request_id: requestId })))
    .execute()
}

/**
 * The request's slots from now on, called with the request held: known ones are changed, new ones made, the others taken
 * away. False, and nothing done, where one is named that the request does not have.
 */
export async function replaceSlots(tx: Db, requestId: string, slots: readonly JudgedSlot[]): Promise<boolean> {
  const had = new Set((await listSlots(tx, requestId)).map(({ id }) => id))
  const kept = slots.flatMap(({ id }) => id ?? [])
  if (kept.some((id) => !had.has(id)) || new Set(kept).size < kept.length) return false
  await tx
    .updateTable('request_slots')
    .set({ removed_at: sql<Date>`now()` })
    .where('request_id', '=', requestId)
    .where('removed_at', 'is', null)
    .where('id', '<>', sql<string>`all(${kept}::text[])`)
    .execute()
  for (const { id, ...slot } of slots) {
    if (id !== null) await tx.updateTable('request_slots').set(slot).where('id', '=', id).execute()
  }
  await insertSlots(
    tx,
    requestId,
    slots.filter(({ id }) => id === null),
  )
  return true
}
