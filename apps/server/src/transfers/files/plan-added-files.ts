import { plans } from '@waybill/contract/billing/plans'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import type { planAddedFiles as endpoint } from '@waybill/contract/transfers/edit-endpoints'
import type { z } from 'zod'
import { readLiveAccount, requireNoDebt } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { type Actor, accountOf } from '../../platform/http/actor.ts'
import { planUpload } from '../../uploads/index.ts'
import { requireWhole } from '../arriving/read-arrival.ts'
import { requireOwnTransfer } from '../manage/own-transfer.ts'
import { manifestFiles } from '../send/manifest-files.ts'
import { keepAddition } from '../transfer-store.ts'
import { requireRoomFor } from './judge-added.ts'
import { listTransferFiles } from './transfer-file-store.ts'

type Body = z.output<NonNullable<(typeof endpoint)['body']>>

/**
 * Plans the upload of files for one of the account's transfers, or resumes the one it left with the same files. The
 * role's limits apply to the whole transfer, here and again on completion.
 *
 * @throws Problem as the contract's `planAddedFiles` names them
 */
export async function planAddedFiles(
  ctx: Pick<Context, 'db' | 'stores'>,
  actor: Actor,
  transferId: string,
  {
    files,
    replaces = null,
    effectiveType,
    transport,
  }: Omit<Body, 'replaces'> & { replaces?: string | null | undefined },
  origins: string[],
): Promise<ReplyOf<typeof endpoint>> {
  const account = accountOf(actor)
  const { role } = requireNoDebt(await readLiveAccount(ctx.db, account.id))
  const wanted = manifestFiles(files)
  if (replaces !== null && wanted.length !== 1) {
    throw new Problem('invalid-input', { where: 'body', field: 'replaces' })
  }
  await requireOwnTransfer(ctx.db, account.id, transferId)
  await requireWhole(ctx.db, transferId)
  const had = await listTransferFiles(ctx.db, transferId)
  const kept = had.filter(({ id }) => id !== replaces)
  if (replaces !== null && kept.length === had.length) throw new Problem('file-not-found')
  requireRoomFor(role, kept, wanted)
  const { plan, resumed } = await planUpload(ctx, {
    ownerAddress: account.email,
    accountId: account.id,
    deviceId: actor.deviceId,
    network: actor.network,
    files: wanted,
    purpose: `add ${transferId}`,
    effectiveType,
    transport,
    allowance: { limitBytes: plans[role].storageBytes },
    origins,
    keepWith: (tx, uploadId) => keepAddition(tx, uploadId, { transferId, replaces }),
  })
  return { resumed, plan }
}
