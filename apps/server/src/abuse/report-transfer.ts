import type { ReportReason } from '@waybill/contract/abuse/reports'
import { mailboxOf } from '@waybill/contract/identity/mailbox-of'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { findLinked, type LinkNeeds } from '../downloads/index.ts'
import { senderAddressOf } from '../identity/accounts/index.ts'
import type { Budget } from '../platform/http/limits/rate-limits.ts'
import { newId } from '../platform/ids.ts'
import { linkTo, paths } from '../platform/links.ts'
import { isStoppedBy, queueMail, readComplaints } from '../platform/mail-transport/index.ts'
import { insertReport } from './report-store.ts'

const perNetwork: Budget = { name: 'reports', points: 20, seconds: 3_600 }

interface Report {
  slug: string
  user?: string | undefined
  reason: ReportReason
  text?: string | undefined
  email?: string | undefined
}

/**
 * Stores the report of a transfer, once for each network, and mails the operator where the transfer has no other
 * undecided report, and where it stops the sender's mails. Nothing happens to the transfer, however many there are: an
 * operator decides. But recipients who were mailed count as complaints about the sender's mails (`requireFewBounces`).
 *
 * @throws Problem 'transfer-not-found', 'invalid-recipient', 'too-many-requests', 'proof-required'
 */
export async function reportTransfer(
  ctx: LinkNeeds & Pick<Context, 'limits'>,
  { slug, user, reason, text = '', email = '' }: Report,
  request: FastifyRequest,
): Promise<void> {
  const { network } = request.actor
  const address = email.trim() === '' ? null : senderAddressOf(email)
  await ctx.limits.spend(perNetwork, network)
  const { transfer, recipient } = await findLinked(ctx, { slug, user }, request)
  const mailed = recipient.address === null ? null : { id: recipient.id, address: recipient.address }
  const about = { transferId: transfer.id, recipient: mailed, sender: mailboxOf(transfer.sender_address) }
  const report = { ...about, reason, text: text.trim(), address }
  const reporter = Buffer.from(ctx.masterKey.mac('abuse/reporter', network))
  await ctx.db.transaction().execute(async (tx) => {
    const { isFirst, isComplaint } = await insertReport(tx, { id: newId(), reporter, ...report })
    const complaints = isComplaint ? await readComplaints(tx, about.sender) : null
    const complainers = complaints !== null && stops(complaints) ? complaints.complainers : undefined
    if (!isFirst && complainers === undefined) return
    const sender = { address: transfer.sender_address, isProven: transfer.sender_proven }
    const link = linkTo(ctx.config, paths.reportDesk(transfer.slug))
    const facts = { slug: transfer.slug, sender, reason, text: report.text, reporter: address, link, complainers }
    await queueMail(tx, ctx, { template: 'transfer-reported', to: ctx.config.supportEmail, language: 'en', facts })
  })
}

/** The last of them stops the mails of the sender, which went out before. */
const stops = ({ tried, complainers }: Awaited<ReturnType<typeof readComplaints>>): boolean =>
  isStoppedBy({ tried, complainers }) && !isStoppedBy({ tried, complainers: complainers - 1 })
