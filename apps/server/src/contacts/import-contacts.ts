import { setImmediate as nextTurn } from 'node:timers/promises'
import { Problem } from '@waybill/contract/core/problems'
import type { Kysely } from 'kysely'
import type { Context } from '../context.ts'
import { lockAccount } from '../identity/accounts/index.ts'
import type { Database } from '../platform/database/schema.ts'
import { newId } from '../platform/ids.ts'
import { countContacts, upsertContacts } from './contact-store.ts'
import { MAX_CONTACTS } from './max-contacts.ts'
import { refuseLongList } from './read-csv.ts'
import { type SortedOut, sortOutContacts } from './sort-out-contacts.ts'

const PROGRAM = new URL('./sort-out-thread.ts', import.meta.url)
/** Parsed in a few milliseconds; a thread takes longer to start. */
const SMALL_CHARS = 32_768
const ROWS_AT_ONCE = 500

interface Import {
  accountId: string
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
  { accountId, csv, signal, onWaiting }: Import,
): Promise<{ added: number; updated: number; refused: SortedOut['refused'] }> {
  refuseLongList(csv)
  const begin = () => ({ data: { csv } })
  const isSmall = csv.length <= SMALL_CHARS
  if (!isSmall) onWaiting?.()
  const { contacts, refused } = isSmall
    ? sortOutContacts(csv)
    : await threads.run<SortedOut>({ program: PROGRAM, line: accountId, signal, begin })
  if (contacts.length === 0) return { added: 0, updated: 0, refused }
  return db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, accountId))) throw new Problem('unauthenticated')
    const added = await saveAll(tx, accountId, contacts)
    if ((await countContacts(tx, accountId)) > MAX_CONTACTS)
      throw new Problem('too-many-contacts', { limit: MAX_CONTACTS })
    return { added, updated: contacts.length - added, refused }
  })
}

/** In batches, so that other calls are served in between. Returns how many are new. */
async function saveAll(tx: Kysely<Database>, accountId: string, contacts: SortedOut['contacts']): Promise<number> {
  let added = 0
  for (let at = 0; at < contacts.length; at += ROWS_AT_ONCE) {
    const some = contacts.slice(at, at + ROWS_AT_ONCE).map((contact) => ({ id: newId(), ...contact }))
    added += (await upsertContacts(tx, accountId, some)).filter(({ isNew }) => isNew).length
    await nextTurn()
  }
  return added
}
