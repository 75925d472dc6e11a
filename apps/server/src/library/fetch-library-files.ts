import { Problem } from '@waybill/contract/core/problems'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import {
  grantDownload,
  type LibraryLink,
  type LinkNeeds,
  layOutZip,
  linkToOwn,
  requireScannedFiles,
} from '../downloads/index.ts'
import { recipientToken } from '../transfers/index.ts'
import { listOwnStanding, loadReadable } from '../uploads/index.ts'
import { listOfTeam, listReceivedStanding } from './library-store.ts'

/**
 * Plain links to files of the library, valid for a day: one for the account's own, one for those of its team that it may
 * read, one for each transfer from others. What was mailed to the account is downloaded as its recipient, so that the
 * sender's tracking stays true.
 *
 * @throws Problem 'file-not-found', the same for unknown, foreign, deleted and withdrawn ones; 'file-still-arriving',
 *   'file-missing', 'scan-pending', 'scan-missing'
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
  const receivedIds = new Set(received.map(({ id }) => id))
  const rest = others.filter((id) => !receivedIds.has(id))
  if ((await listOfTeam(ctx.db, accountId, rest)).length < rest.length) throw new Problem('file-not-found')
  // A visitor's file that a member forwards waits for the scanner here too.
  await requireScannedFiles(ctx, rest)
  const links: LibraryLink[] = []
  const own = ids.filter((id) => ownIds.has(id))
  const { apiKeyId } = request.actor.account ?? {}
  if (own.length > 0) links.push(await linkToOwn(ctx, accountId, own, { apiKeyId }))
  if (rest.length > 0) links.push(await linkToOwn(ctx, accountId, rest, { isOfOthers: true, apiKeyId }))
  for (const [recipientId, files] of Map.groupBy(received, ({ recipient_id }) => recipient_id)) {
    links.push(await linkToReceived(ctx, recipientId, files, request))
  }
  return links
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
  const loaded = await loadReadable(ctx.db, ids)
  if (loaded.length < ids.length) throw new Problem('file-still-arriving', { retryAfterSeconds: 15 })
  const granted = await grantDownload(ctx, { ...link, files: ids }, request)
  const bytes = loaded.length === 1 ? (loaded[0]?.bytes ?? 0) : layOutZip(loaded).bytes
  return { url: granted.link, name: decodeURIComponent(granted.link.slice(granted.link.lastIndexOf('/') + 1)), bytes }
}
