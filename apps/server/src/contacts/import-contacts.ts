import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ContactBookName } from '@waybill/contract/contacts/books'
import type { Kysely } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../platform/database/schema.ts'
import { newId } from '../platform/ids.ts'
import { type Keeper, upsertContacts } from './contact-store.ts'
import { holdBook, requireRoom } from './hold-book.ts'
import { refuseLongList } from './read-csv.ts'
import { type SortedOut, sortOutContacts } from './sort-out-contacts.ts'

const PROGRAM = new URL('./sort-out-thread.ts', import.meta.url)
/** Parsed in a few milliseconds; a thread takes longer to start. */
const SMALL_CHARS = 32_768
const ROWS_AT_ONCE = 500

interface Import {
  keeper: Keeper
  book: ContactBookName
  csv: string
  /** Aborts when the caller leaves before the list was read. */
  signal?: AbortSignal | undefined
  /** Called where a thread reads the list, so that the call holds no place meanwhile. */
  onWaiting?: () => void
}

/**
 * Imports every line with a good address. All or nothing where they would be too many. A separate thread reads a long
 * list, one per account at a time.
 *
 * @throws Problem 'csv-unreadable' {reason} | 'too-many-contacts' {limit} | 'too-many-calls' | 'busy'
 */
export async function importContacts(
  { db, threads }: Pick<Context, 'db' | 'threads'>,
  { keeper, book, csv, signal, onWaiting }: Import,
): Promise<{ added: number; updated: number; kept: number; refused: SortedOut['refused'] }> {
  refuseLongList(csv)
  const begin = () => ({ data: { csv } })
  const isSmall = csv.length <= SMALL_CHARS
  if (!isSmall) onWaiting?.()
  const { contacts, refused } = isSmall
    ? sortOutContacts(csv)
    : await threads.run<SortedOut>({ program: PROGRAM, line: keeper.id, signal, begin })
  if (contacts.length === 0) return { added: 0, updated: 0, kept: 0, refused }
  return db.transaction().execute(async (tx) => {
    await holdBook(tx, keeper.id, book)
    const { added, saved } = await saveAll(tx, keeper, book, contacts)
    await requireRoom(tx, keeper.id, book)
    return { added, updated: saved - added, kept: contacts.length - saved, refused }
  })
}

/** In batches, so that other calls are served in between. Returns how many are saved, and how many of them are new. */
async function saveAll(
  tx: Kysely<Database>,
  keeper: Keeper,
  book: ContactBookName,
  contacts: SortedOut['contacts'],
): Promise<{ added: number; saved: number }> {
  let [added, saved] = [0, 0]
  for (let at = 0; at < contacts.length; at += ROWS_AT_ONCE) {
    const some = contacts.slice(at, at + ROWS_AT_ONCE).map((contact) => ({ id: newId(), ...contact }))
    const rows = await upsertContacts(tx, keeper, book, some)
    added += rows.filter(({ isNew }) => isNew).length
    saved += rows.length
    await nextTurn()
  }
  return { added, saved }
}
