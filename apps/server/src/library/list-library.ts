import type { listLibrary as endpoint, LibraryFile } from '@waybill/contract/library/endpoints'
import type { Context } from '../context.ts'
import { readCursor, writeCursor } from '../platform/cursor.ts'
import type { ActorAccount } from '../platform/http/actor.ts'
import type { Call } from '../platform/http/bind.ts'
import { memberOf, readTeam, type Team } from '../requests/index.ts'
import { presentScan, readWhose } from '../transfers/index.ts'
import { type LibraryRow, listLibraryRows } from './library-store.ts'
import { isDrawnByName, thumbnailLink } from './thumbnail-link.ts'

/**
 * One page of everything that the account sent or received, newest first; or of what a member or everyone of the team
 * did, for the admin and managers; or of what members share with it.
 *
 * @throws Problem as the contract's `listLibrary` names them
 */
export async function listLibrary(
  ctx: Pick<Context, 'db' | 'masterKey' | 'clock'>,
  account: ActorAccount,
  { q, kind, member, after, take }: Call<typeof endpoint>['query'],
): Promise<{ files: LibraryFile[]; next: string | null }> {
  const place = readCursor(after)
  const typed = q?.trim() || null
  const { accountIds } = await readWhose(ctx.db, account, { member })
  const whose = { readerId: account.id, accountIds }
  const rows = await listLibraryRows(ctx.db, whose, { kind, q: typed, after: place, take: take + 1 })
  const page = rows.slice(0, take)
  const last = page.at(-1)
  const owners = page.map(({ owner_id }) => owner_id)
  const team = await readTeam(ctx.db, account, owners)
  return {
    files: page.map((row) => present(ctx, row, team)),
    next: rows.length > take && last ? writeCursor({ at: last.at_us, id: last.id }) : null,
  }
}

function present(ctx: Pick<Context, 'masterKey' | 'clock'>, row: LibraryRow, team: Team): LibraryFile {
  const cut = row.path.lastIndexOf('/')
  return {
    _id: row.id,
    fileName: row.path.slice(cut + 1),
    owner: memberOf(team, row.owner_id),
    folder: row.path.slice(0, Math.max(cut, 0)),
    pathForOthers: row.path_for_others,
    bytes: row.bytes,
    kind: row.recipient_id === null && !row.is_answer ? 'sent' : 'received',
    at: row.at.toISOString(),
    from: row.sender,
    sha256: row.sha256?.toString('hex') ?? null,
    isSealed: row.is_sealed,
    scan: presentScan(row.scan_state, row.scan_because),
    uses: row.uses,
    thumbnail: thumbnailOf(ctx, row),
  }
}

function thumbnailOf(ctx: Pick<Context, 'masterKey' | 'clock'>, row: LibraryRow): string | null {
  if (row.has_thumbnail === true) return thumbnailLink(ctx, row.id)
  return row.has_thumbnail === null && isDrawnByName(row.path, row.bytes) ? 'pending' : null
}
