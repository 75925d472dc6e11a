import { plans } from '@waybill/contract/billing/plans'
import { Problem } from '@waybill/contract/core/problems'
import type { Kysely } from 'kysely'
import { readLiveAccount, requireNoDebt } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { type Actor, type ActorAccount, accountOf } from '../../platform/http/actor.ts'
import { hashToken } from '../../platform/ids.ts'
import { recordOwnEvent } from '../../tracking/ledger/index.ts'
import {
  type AccountOwner,
  authoriseUpload,
  completeUpload,
  findUpload,
  refuseBlocked,
  sealUpload,
  type UploadedFile,
} from '../../uploads/index.ts'
import { keepSearchText } from '../list/search-text.ts'
import { holdOwnTransfer } from '../manage/own-transfer.ts'
import { may } from '../transfer-policy.ts'
import { findAddition } from '../transfer-store.ts'
import { pathsBeside, requireRoomFor } from './judge-added.ts'
import { appendFiles, listTransferFiles, putInPlace, settleChange, takeFileOut } from './transfer-file-store.ts'

/**
 * All bytes are there: the files join the transfer in one transaction, or a single one replaces another. Links opened
 * from now on show them; earlier grants keep what they opened. A second call for the same upload, even a concurrent
 * one, does nothing more.
 *
 * @throws Problem as the contract's `completeAddedFiles` names them
 */
export async function completeAddedFiles(
  ctx: Pick<Context, 'db' | 'stores' | 'hashing' | 'log' | 'geo' | 'signer'>,
  actor: Actor,
  transferId: string,
  { upload: uploadId, token }: { upload: string; token: string },
): Promise<void> {
  const account = accountOf(actor)
  const upload = await authoriseUpload(ctx.db, uploadId, hashToken(token))
  const addition = await findAddition(ctx.db, uploadId)
  const isTheirs = may({ accountId: account.id, deviceId: actor.deviceId, hasProven: false }, 'add-files', upload)
  if (!isTheirs || addition?.transfer_id !== transferId) throw new Problem('upload-not-found')
  if (upload.state === 'complete') return
  requireNoDebt(await readLiveAccount(ctx.db, account.id))
  const files = await completeUpload(ctx, uploadId)
  await refuseBlocked(ctx, files)
  await ctx.db.transaction().execute(async (tx) => {
    const transfer = await holdOwnTransfer(tx, account.id, transferId)
    // Completing took time: the account's current permissions decide.
    const live = requireNoDebt(await readLiveAccount(tx, account.id))
    const owner = ownerOf(actor, { ...account, role: live.role })
    if ((await sealUpload(tx, uploadId, owner)) === null) return requireComplete(tx, uploadId)
    await nameFiles(tx, transferId, files, addition.replaces_file_id)
    requireRoomFor(live.role, await listTransferFiles(tx, transferId), [])
    await settleChange(tx, transferId, { asksMore: files.length > 0 })
    await keepSearchText(tx, transfer)
    const detail = addition.replaces_file_id === null ? `files +${files.length}` : 'files replaced 1'
    await recordOwnEvent(tx, ctx, actor, { transferId, kind: 'edited', detail })
  })
}

/** The files must fit the account's current limit. */
const ownerOf = ({ deviceId }: Actor, { id, email, role }: ActorAccount): AccountOwner => ({
  accountId: id,
  ownerAddress: email,
  deviceId,
  allowance: { limitBytes: plans[role].storageBytes },
})

/** Another call was faster: it either added the files too, which is fine, or gave the upload up. */
async function requireComplete(tx: Kysely<Database>, uploadId: string): Promise<void> {
  if ((await findUpload(tx, uploadId))?.state !== 'complete') throw new Problem('upload-closed')
}

async function nameFiles(
  tx: Kysely<Database>,
  transferId: string,
  files: readonly UploadedFile[],
  replaces: string | null,
): Promise<void> {
  const position = replaces === null ? null : await takeFileOut(tx, transferId, replaces)
  if (replaces !== null && position === null) throw new Problem('file-not-found')
  const kept = (await listTransferFiles(tx, transferId)).map(({ path }) => path)
  const paths = pathsBeside(
    kept,
    files.map(({ path }) => path),
  )
  const named = files.map(({ id }, nth) => ({ id, path: paths[nth] as string }))
  const [only] = named
  if (replaces === null || position === null || only === undefined) await appendFiles(tx, transferId, named)
  else await putInPlace(tx, transferId, only, { position, replaces })
}
