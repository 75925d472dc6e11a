import { inFolders } from '@waybill/contract/core/in-folders'
import { Problem } from '@waybill/contract/core/problems'
import type { leftOutReasons } from '@waybill/contract/library/endpoints'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { linkToArchives, requireScannedFiles } from '../downloads/index.ts'
import type { ActorAccount } from '../platform/http/actor.ts'
import { ownerActor, recordEventOnce, teamActor } from '../tracking/ledger/index.ts'
import { type HeldFile, listHeldFiles, listSeenTransfers } from './transfer-contents-store.ts'
import { transferFolder } from './transfer-folder.ts'

type Needs = Pick<Context, 'db' | 'config' | 'clock' | 'geo' | 'signer'>
type LeftOutReason = (typeof leftOutReasons)[number]

interface LeftOut {
  transfer: string
  title: string
  fileName: string | null
  because: LeftOutReason
}

/** A file for an archive: its path is that in the folder of its transfer. */
interface Wanted {
  transfer: string
  label: string
  fileId: string
  path: string
}

const MOST_NAMED = 200
const ARCHIVE_NAME = 'waybill-transfers'
/** Presses of the same program within this time are one look. */
const LOOK_SECONDS = 30 * 60

/**
 * Plain links, valid for a day, to planned archives of transfers that the account sent or may read, with a folder for
 * each. Deleted, withdrawn, blocked and infected files, and transfers that still arrive, are left out and named. Each transfer's ledger gets a look of the
 * sender's side.
 *
 * @throws Problem 'transfer-not-found' where the account may not read one of them; 'file-not-found' where one is deleted now;
 * 'scan-pending', 'scan-missing'
 */
export async function fetchTransferFiles(
  ctx: Needs,
  { id: accountId, apiKeyId }: Pick<ActorAccount, 'id' | 'apiKeyId'>,
  named: readonly string[],
  { ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>,
) {
  const ids = [...new Set(named)]
  if ((await listSeenTransfers(ctx.db, accountId, ids)).length < ids.length) throw new Problem('transfer-not-found')
  const held = await listHeldFiles(ctx.db, accountId, ids)
  const { wanted, leftOut } = sortOut(held)
  const others = new Set(held.filter(({ is_own }) => !is_own).map(({ transfer }) => transfer))
  await requireScannedFiles(
    ctx,
    wanted.filter(({ transfer }) => others.has(transfer)).map(({ fileId }) => fileId),
  )
  const paths = inFolders(wanted.map(({ transfer, label, path }) => ({ key: transfer, label, path })))
  const files = wanted.map(({ fileId }, nth) => ({ id: fileId, path: paths[nth] as string }))
  const asking = { accountId, apiKeyId, isOfOthers: others.size > 0 }
  const links = await linkToArchives(ctx, asking, { name: ARCHIVE_NAME, files })
  for (const transferId of new Set(wanted.map(({ transfer }) => transfer))) {
    const judged = others.has(transferId) ? teamActor : ownerActor
    const look = { transferId, recipientId: null, judged, ip, userAgent: headers['user-agent'] }
    await recordEventOnce(ctx.db, ctx, { ...look, kind: 'visited' }, LOOK_SECONDS)
  }
  return { links, leftOut: leftOut.slice(0, MOST_NAMED), leftOutCount: leftOut.length }
}

function sortOut(held: readonly HeldFile[]): { wanted: Wanted[]; leftOut: LeftOut[] } {
  const wanted: Wanted[] = []
  const leftOut: LeftOut[] = []
  for (const [transfer, files] of Map.groupBy(held, (file) => file.transfer)) {
    const paths = files.map(({ path }) => path)
    const { label, inside } = transferFolder(files[0]?.title ?? null, paths)
    const whole = files[0] && reasonOfAll(files[0])
    if (whole) {
      leftOut.push({ transfer, title: label, fileName: null, because: whole })
      continue
    }
    for (const [nth, file] of files.entries()) {
      const because = reasonOf(file)
      if (because === null) wanted.push({ transfer, label, fileId: file.file_id, path: inside[nth] ?? file.path })
      else leftOut.push({ transfer, title: label, fileName: file.path, because })
    }
  }
  return { wanted, leftOut }
}

function reasonOfAll({ is_deleted, is_blocked, is_arriving }: HeldFile): LeftOutReason | null {
  if (is_deleted) return 'deleted'
  if (is_blocked) return 'blocked'
  return is_arriving ? 'arriving' : null
}

function reasonOf(file: HeldFile): LeftOutReason | null {
  const { withdrawn_because: because } = file
  if (because === 'infected' || because === 'blocked') return because
  if (file.is_file_deleted || because === 'deleted') return 'deleted'
  if (file.is_withdrawn) return 'withdrawn'
  return file.is_readable ? null : 'no-access'
}
