import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../context.ts'
import { type Actor, accountOf } from '../platform/http/actor.ts'
import { findNewsRead, saveNewsRead } from './news-read-store.ts'

/** The newest entry that the caller has read; null: none, and for every visitor. */
export async function lastRead({ readAs }: Pick<Context, 'readAs'>, { account }: Actor): Promise<string | null> {
  if (account === null) return null
  return (await findNewsRead(readAs(account.id), account.id))?.entry ?? null
}

/** Marks an entry and all older ones as read. @throws Problem 'not-found' where there is no such entry */
export async function markNewsRead(
  { db, content }: Pick<Context, 'db' | 'content'>,
  actor: Actor,
  entry: string,
): Promise<undefined> {
  const entries = content.list('updates', 'en').map(({ slug }) => slug)
  const place = entries.indexOf(entry)
  if (place === -1) throw new Problem('not-found')
  await saveNewsRead(db, accountOf(actor).id, entry, entries.slice(0, place))
  return undefined
}
