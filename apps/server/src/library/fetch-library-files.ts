import { Problem } from '@waybill/contract/core/problems'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { grantDownload, type LinkNeeds, layOutZip } from '../downloads/index.ts'
import { hashToken, newToken } from '../platform/ids.ts'
import { recipientToken } from '../transfers/index.ts'
import { loadReadable } from '../uploads/index.ts'
import { insertLibraryGrant, listOwnStanding, listReceivedStanding } from './library-store.ts'

export interface LibraryLink {
  url: string
  name: string
  bytes: number
}

const ZIP_NAME = 'waybill-library.zip'

/**
 * Plain links to files of the library, good for a day: one for the account's own, one for each transfer others sent.
 * What others sent is fetched as the recipient it came to, so that their tracking stays true.
 *
 * @throws Problem 'file-not-found', the same for unknown, foreign, deleted and withdrawn ones
 */
export async function fetchLibraryFiles(
  ctx: LinkNeeds & Pick<Context, 'geo' | 'signer' | 'clock' | 'limits' | 'masterKey'>,
  accountId: string,
  wanted: readonly string[],
  request: FastifyRequest,
): Promise<LibraryLink[]> {
  const ids = [...new Set(wanted)]
  const ownIds = new Set((await listOwnStanding(ctx.db, accountId, ids)).map(({ id }) => id))
  const others = ids.filter((id) => !ownIds.has(id))
  const received = await listReceivedStanding(ctx.db, accountId, others)
  if (received.length < others.length) throw new Problem('file-not-found')
  const links: LibraryLink[] = []
  const own = ids.filter((id) => ownIds.has(id))
  if (own.length > 0) links.push(await linkToOwn(ctx, accountId, own))
  for (const [recipientId, files] of Map.groupBy(received, ({ recipient_id }) => recipient_id)) {
    links.push(await linkToReceived(ctx, recipientId, files, request))
  }
  return links
}

/** A plain link, good for a day, to files of the account; the caller has seen to it that they are its own. */
export async function linkToOwn(
  { db }: Pick<Context, 'db'>,
  accountId: string,
  ids: readonly string[],
): Promise<LibraryLink> {
  const files = await loadReadable(db, ids)
  const [first] = files
  if (first === undefined || files.length < ids.length) throw new Problem('file-not-found')
  const token = newToken()
  await insertLibraryGrant(db, { tokenHash: hashToken(token), accountId, fileIds: ids })
  const isOne = files.length === 1
  const name = isOne ? first.path.slice(first.path.lastIndexOf('/') + 1) : ZIP_NAME
  const bytes = isOne ? first.bytes : layOutZip(files).bytes
  return { url: `/library/${token}/${encodeURIComponent(name)}`, name, bytes }
}

async function linkToReceived(
  ctx: LinkNeeds & Pick<Context, 'geo' | 'signer' | 'clock' | 'limits' | 'masterKey'>,
  recipientId: string,
  files: ReadonlyArray<{ id: string; slug: string }>,
  request: FastifyRequest,
): Promise<LibraryLink> {
  const [first] = files
  const ids = files.map(({ id }) => id)
  const link = { slug: first?.slug ?? '', user: recipientToken(ctx.masterKey, recipientId) }
  const granted = await grantDownload(ctx, { ...link, files: ids }, request)
  const loaded = await loadReadable(ctx.db, ids)
  const bytes = loaded.length === 1 ? (loaded[0]?.bytes ?? 0) : layOutZip(loaded).bytes
  return { url: granted.link, name: decodeURIComponent(granted.link.slice(granted.link.lastIndexOf('/') + 1)), bytes }
}
