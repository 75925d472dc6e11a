import { cleanPath } from '@waybill/contract/core/names'
import { Problem } from '@waybill/contract/core/problems'
import type { Kysely } from 'kysely'
import type { Database, ForwardedFile } from '../../platform/database/schema.ts'
import { type Actor, requireKeyScope } from '../../platform/http/actor.ts'
import { listReadableTransferFiles } from './transfer-file-store.ts'

/**
 * The wire format of a forwarded item (specification section 3): `newPath` carries the file's id, `fileName` is the
 * requested name.
 */
interface ForwardedItem {
  fileName: string
  newPath: string
}

/**
 * The stored files that items name, each once, under a cleaned name: the requested one, else its name for others. Its
 * path in the library is not used.
 *
 * @throws Problem 'file-not-found', the same for unknown, deleted and foreign files, and for a caller without an
 * account;
 *   'file-blocked' {path} for those of a blocked transfer; 'key-lacks-scope' for a program that may not read the library
 */
export async function forwardedFiles(
  db: Kysely<Database>,
  actor: Pick<Actor, 'account'>,
  items: readonly ForwardedItem[],
): Promise<Array<ForwardedFile & { bytes: number }>> {
  const wantedNames = new Map(items.map(({ newPath, fileName }) => [newPath, fileName]))
  if (wantedNames.size === 0) return []
  requireKeyScope(actor.account, 'library')
  const readable =
    actor.account === null ? [] : await listReadableTransferFiles(db, actor.account.id, [...wantedNames.keys()])
  if (readable.length < wantedNames.size) throw new Problem('file-not-found')
  const blocked = readable.find(({ isBlocked }) => isBlocked)
  if (blocked) throw new Problem('file-blocked', { path: blocked.path })
  return readable.map(({ id, path, libraryPath, bytes }) => {
    const wantedName = wantedNames.get(id)
    return { id, bytes, path: cleanPath(wantedName && wantedName !== libraryPath ? wantedName : path).path }
  })
}

/** Those of a draft's forwarded files that may still be forwarded, in wire format. */
export async function standingForwarded(
  db: Kysely<Database>,
  { account }: Pick<Actor, 'account'>,
  kept: readonly ForwardedFile[],
): Promise<Array<{ fileName: string; size: number; newPath: string }>> {
  if (account === null || kept.length === 0) return []
  const paths = new Map(kept.map(({ id, path }) => [id, path]))
  const standing = await listReadableTransferFiles(db, account.id, [...paths.keys()])
  const sendable = standing.filter(({ isBlocked }) => !isBlocked)
  return sendable.map(({ id, path, bytes }) => ({ newPath: id, fileName: paths.get(id) ?? path, size: bytes }))
}

/** A draft's forwarded files in their current state. @throws Problem 'file-not-found' */
export const refreshForwarded = (db: Kysely<Database>, actor: Pick<Actor, 'account'>, kept: readonly ForwardedFile[]) =>
  forwardedFiles(
    db,
    actor,
    kept.map(({ id, path }) => ({ newPath: id, fileName: path })),
  )
