import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { planTransfer as endpoint } from '@waybill/contract/transfers/endpoints'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { requireFewBounces } from '../../platform/mail-transport/index.ts'
import { planUpload } from '../../uploads/index.ts'
import { keepDraft } from '../draft-store.ts'
import { forwardedFiles } from '../files/forwarded-files.ts'
import { ownAddress, sendingAccount, sendingVisitor } from '../recipients/sender-of.ts'
import { requireTeammates } from '../share/share-transfer.ts'
import { findTransferOfUpload } from '../transfer-store.ts'
import { chooseOptions, noOptions, requireOptions } from './chosen-options.ts'
import { judgedDraft } from './judged-draft.ts'
import { manifestFiles } from './manifest-files.ts'
import { requireAllowance, storageOf } from './sender-allowance.ts'

type Body = z.output<NonNullable<(typeof endpoint)['body']>>

/**
 * Checks a draft and plans its upload, or resumes the one that this sender left with the same files within seven days.
 * Everything that can be refused is refused here, so that nobody uploads needlessly; nothing is counted yet.
 *
 * @throws Problem as the contract's `planTransfer` names them
 */
export async function planTransfer(
  ctx: Pick<Context, 'db' | 'stores' | 'clock' | 'lines' | 'geo'>,
  actor: Actor,
  body: Body,
  origins: string[],
): Promise<ReplyOf<typeof endpoint>> {
  const account = await sendingAccount(ctx.db, actor)
  const forwarded = await forwardedFiles(ctx.db, actor, body.forwarded)
  const senderEmail = account ? await ownAddress(ctx.db, account, body.senderEmail) : body.senderEmail
  const sharedWith = await requireTeammates(ctx.db, actor.account, body.shareWith)
  requireOptions(account, body, ctx.clock.nowMs())
  const language = body.lang ?? actor.language
  const typed = { ...body, senderEmail, language, forwarded, sharedWith, options: noOptions }
  const draft = judgedDraft(account?.role ?? 'anon', typed, body.files)
  const sender = account ?? (await sendingVisitor(ctx.db, actor, draft.senderAddress))
  const bytes = body.files.reduce((sum, file) => sum + file.bytes, 0)
  const isScheduled = (body.sendLater ?? null) !== null
  await requireAllowance(ctx.db, sender, draft, { bytes, network: actor.network, isScheduled })
  await requireFewBounces(ctx.db, draft.senderAddress)
  const files = manifestFiles(body.files)
  // No password is hashed for a draft that is refused.
  const options = await chooseOptions(body)
  const { plan, resumed } = await planUpload(ctx, {
    ownerAddress: account?.account.email ?? draft.senderAddress,
    accountId: account?.account.id ?? null,
    deviceId: actor.deviceId,
    network: actor.network,
    sentFrom: { point: ctx.geo.pointOf(actor.ip), region: body.region ?? null },
    files,
    // Without a file that identifies it, the forwarded ones do.
    purpose: files.length === 0 ? `forward ${forwarded.map(({ id }) => id).join(' ')}` : null,
    effectiveType: body.effectiveType,
    transport: body.transport,
    allowance: storageOf(sender),
    origins,
    keepWith: async (tx, uploadId) => {
      // What was sent already keeps what was written for it.
      if ((await findTransferOfUpload(tx, uploadId)) === null) await keepDraft(tx, uploadId, { ...draft, options })
    },
  })
  const contacts = draft.recipients.map(({ email, name, company }) => ({
    email,
    name: name ?? null,
    company: company ?? null,
  }))
  const sent = resumed ? await findTransferOfUpload(ctx.db, plan.upload) : null
  const arriving = sent ? { arriving: { _id: sent.id, slug: sent.slug } } : {}
  return { contacts, resumed, ...arriving, plan: { ...plan, line: ctx.lines.recall(actor) } }
}
