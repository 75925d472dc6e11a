import type { ReplyOf } from '@waybill/contract/endpoint'
import { cleanPath, dedupePaths } from '@waybill/contract/names'
import { plans } from '@waybill/contract/plans'
import { Problem } from '@waybill/contract/problems'
import type { planTransfer as endpoint } from '@waybill/contract/transfers'
import type { z } from 'zod'
import { isSenderProven } from '../accounts/index.ts'
import { requireFreeSend, senderKeys } from '../billing/index.ts'
import type { Context } from '../context.ts'
import type { Actor } from '../http/actor.ts'
import { planUpload } from '../uploads/index.ts'
import { keepDraft } from './draft-store.ts'
import { judgedDraft } from './judged-draft.ts'

type Body = z.output<NonNullable<(typeof endpoint)['body']>>

/**
 * Judges a draft and plans its upload, or takes up the one this sender left with the same files within seven days.
 * What can be refused is refused here, so that nobody uploads in vain; nothing of the free sends is spent.
 *
 * @throws Problem as the contract's `planTransfer` names them
 */
export async function planTransfer(
  ctx: Pick<Context, 'db' | 'stores'>,
  actor: Actor,
  body: Body,
  origins: string[],
): Promise<ReplyOf<typeof endpoint>> {
  const draft = judgedDraft(actor.role, { ...body, language: body.lang ?? actor.language }, body.files)
  const { deviceId, network } = actor
  const address = draft.senderAddress
  if (deviceId === null || !(await isSenderProven(ctx.db, deviceId, address))) throw new Problem('sender-unproven')
  const sender = { address, deviceId, network }
  await requireFreeSend(ctx.db, sender)
  requireKeepable(body.files)
  const paths = dedupePaths(body.files.map(({ path }) => cleanPath(path).path))
  const { plan, resumed } = await planUpload(ctx, {
    ownerAddress: address,
    deviceId,
    network,
    files: body.files.map((file, position) => ({ ...file, path: paths[position] as string })),
    effectiveType: body.effectiveType,
    allowance: { keys: senderKeys(sender), limitBytes: plans[actor.role].storageBytes },
    origins,
    keepWith: (tx, uploadId) => keepDraft(tx, uploadId, draft),
  })
  const contacts = draft.recipients.map(({ email, name, company }) => ({
    email,
    name: name ?? null,
    company: company ?? null,
  }))
  return { contacts, resumed, plan }
}

/** A fingerprint is kept and given back as it came: NUL and lone surrogates cannot be. */
function requireKeepable(files: Body['files']): void {
  if (files.every(({ fingerprint }) => fingerprint.isWellFormed() && !fingerprint.includes('\0'))) return
  throw new Problem('invalid-input', { where: 'body', field: 'files.fingerprint' })
}
