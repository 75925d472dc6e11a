import type { Language } from '@waybill/contract/core/fields'
import type { AccessRequestKind } from '@waybill/contract/transfers/access-request-endpoints'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import { shareAccount } from '../../identity/accounts/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Budget } from '../../platform/http/limits/rate-limits.ts'
import { hashToken, newId, newToken } from '../../platform/ids.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { linkTo, paths } from '../../platform/links.ts'
import { queueMail } from '../../platform/mail-transport/index.ts'
import { muteLink, senderLanguage } from '../../tracking/index.ts'
import { humanActor, recordEvent } from '../../tracking/ledger/index.ts'
import {
  claimAccessRequest,
  type FoundTransfer,
  holdRequested,
  insertAccessRequest,
  listRecipients,
  listTransferFiles,
  readNewExpiry,
  readRequestedAt,
  readSenderMailbox,
} from '../index.ts'
import { resendMailKey } from './resend-mail.ts'

const perNetwork: Budget = { name: 'access-requests', points: 60, seconds: 3_600 }
/** However many addresses a person has: a sender's mailbox must not be flooded. */
const perTransfer: Record<AccessRequestKind, Budget> = {
  time: { name: 'extension-requests-of-transfer', points: 100, seconds: 86_400 },
  access: { name: 'access-requests-of-transfer', points: 100, seconds: 86_400 },
}

type Needs = Pick<Context, 'db' | 'limits' | 'masterKey' | 'config' | 'geo' | 'signer'>

export interface ProvenAccessRequest {
  kind: AccessRequestKind
  /** Proven. */
  address: string
  language: Language
  by: Pick<Actor, 'ip' | 'network' | 'userAgent'>
  /** Uses up the proof, in the transaction of the request. */
  use?: (tx: Kysely<Database>) => Promise<void>
}

/**
 * Records an access request and mails the sender a link that grants it; once a day, whatever the sender has muted
 * except this very person. A request for access by a recipient resends their own mail instead. 'open' where the link
 * has been extended meanwhile.
 *
 * @throws Problem 'code-expired', 'too-many-requests'
 */
export async function saveAccessRequest(
  ctx: Needs,
  found: FoundTransfer,
  accessRequest: ProvenAccessRequest,
): Promise<'requested' | 'open'> {
  const { transfer, recipient } = found
  const { kind, address, by } = accessRequest
  await ctx.limits.spend(perNetwork, by.network)
  const requester = { transferId: transfer.id, kind, address }
  // A recipient's request, and a repeated press, do not use up what others may request.
  if (kind === 'access' && (await isListed(ctx.db, transfer.id, address)))
    return resendMail(ctx, transfer.slug, accessRequest)
  if ((await readRequestedAt(ctx.db, requester)) !== null) return 'requested'
  await ctx.limits.spend(perTransfer[kind], transfer.id)
  return ctx.db.transaction().execute(async (tx) => {
    // Neither the account's address nor the transfer's account changes until the token is stored. A concurrent grant
    // either includes this request, or has already extended the link.
    if (transfer.account_id !== null) await shareAccount(tx, transfer.account_id)
    await holdRequested(tx, transfer.id)
    if (kind === 'time' && (await readNewExpiry(tx, transfer.id)) !== undefined) return 'open'
    await accessRequest.use?.(tx)
    const claimed = await claimAccessRequest(tx, requester, newId())
    if (claimed === null || claimed.isSilenced) return 'requested'
    await tellSender(ctx, tx, found, { ...accessRequest, requesterId: claimed.requesterId })
    const eventContext = {
      transferId: transfer.id,
      recipientId: recipient.id,
      judged: humanActor,
      ip: by.ip,
      userAgent: by.userAgent,
    }
    await recordEvent(tx, ctx, { ...eventContext, kind: kind === 'time' ? 'extension_requested' : 'access_requested' })
    return 'requested'
  })
}

async function resendMail({ db }: Needs, slug: string, { address, use }: ProvenAccessRequest): Promise<'requested'> {
  await db.transaction().execute(async (tx) => {
    await use?.(tx)
    await addJob(tx, 'resend-mail', { slug, address }, { key: resendMailKey({ slug, address }) })
  })
  return 'requested'
}

async function isListed(db: Kysely<Database>, transferId: string, address: string): Promise<boolean> {
  const recipients = await listRecipients(db, transferId)
  return recipients.some((one) => one.address === address && one.removed_at === null)
}

/** The mail has the only copy of the token. */
async function tellSender(
  ctx: Needs,
  tx: Kysely<Database>,
  { transfer, recipient }: FoundTransfer,
  { kind, address, language, by, requesterId }: ProvenAccessRequest & { requesterId: string },
): Promise<void> {
  const token = newToken(128)
  const timeZone = ctx.geo.locate(by.ip)?.timeZone ?? null
  const requester = { requesterId, recipientId: recipient.id, language, timeZone }
  await insertAccessRequest(tx, { id: newId(), tokenHash: hashToken(token), ...requester })
  const files = (await listTransferFiles(tx, transfer.id)).filter(({ withdrawn_at }) => withdrawn_at === null)
  const facts = {
    requester: address,
    slug: transfer.slug,
    fileName: files[0]?.path ?? null,
    fileCount: files.length,
    link: linkTo(ctx.config, paths.extension(token)),
  }
  const order = {
    to: await readSenderMailbox(tx, transfer.id),
    language: senderLanguage(transfer.sender_language),
    muteLink: muteLink(ctx, 'requester', requesterId),
  }
  if (kind === 'access') {
    await queueMail(tx, ctx, {
      template: 'access-requested',
      ...order,
      facts: { ...facts, through: recipient.address },
    })
    return
  }
  const expiredAt = (transfer.expires_at ?? new Date(0)).toISOString()
  const times = { expiredAt, senderTimeZone: transfer.sender_time_zone }
  await queueMail(tx, ctx, { template: 'extension-requested', ...order, facts: { ...facts, ...times } })
}
