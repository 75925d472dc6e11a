import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { exportBranding } from '../../branding/index.ts'
import { eachContact, presentContact } from '../../contacts/index.ts'
import { findNewsRead } from '../../content/index.ts'
import type { Context } from '../../context.ts'
import { exportConversation } from '../../conversations/index.ts'
import { exportDomain } from '../../domains/index.ts'
import { exportMailDomain } from '../../mail-domains/index.ts'
import { exportPurchases } from '../../payments/index.ts'
import { type Actor, accountOf } from '../../platform/http/actor.ts'
import type { Budget } from '../../platform/http/limits/rate-limits.ts'
import { eachOwnComment, eachOwnRequest, eachOwnSubmission } from '../../requests/index.ts'
import { eachOwnEvent, eachReceivedTransfer, eachSentTransfer } from '../../transfers/index.ts'
import { exportWebhooks } from '../../webhooks/index.ts'
import { eachOwnActivity } from '../../workspaces/team/index.ts'
import { findAccount, listAddresses } from '../accounts/index.ts'
import { listApiKeys, listFactors, listSessions, readUser } from '../sessions/index.ts'
import { type DocumentParts, jsonDocument } from './json-document.ts'
import { findPicture } from './picture-store.ts'

const exportsPerAccount: Budget = { name: 'exports', points: 5, seconds: 86_400 }

/**
 * Everything stored about the account as one JSON document: read and written page by page, however much it is. Without
 * secrets and the hashes that check them. Problem 'too-many-requests' after five a day.
 */
export async function exportAccount(
  ctx: Pick<Context, 'db' | 'limits' | 'config'>,
  actor: Actor,
  reply: FastifyReply,
): Promise<undefined> {
  await ctx.limits.spend(exportsPerAccount, accountOf(actor).id)
  const parts = await partsOf(ctx, actor)
  await reply
    .type('application/json; charset=utf-8')
    .headers({ 'content-disposition': 'attachment; filename="waybill.json"', 'cache-control': 'private, no-store' })
    .send(Readable.from(jsonDocument(parts)))
  return undefined
}

async function partsOf({ db, config }: Pick<Context, 'db' | 'config'>, actor: Actor): Promise<DocumentParts> {
  const { id } = accountOf(actor)
  const [row, user, addresses, { sessions }, factors, apiKeys, webhooks] = await Promise.all([
    findAccount(db, id),
    readUser(db, config, id),
    listAddresses(db, id),
    listSessions({ db }, actor),
    listFactors({ db }, id),
    listApiKeys({ db }, id),
    exportWebhooks(db, id),
  ])
  const workspaceId = row?.member_role === 'admin' ? row.workspace_id : null
  const purchases = workspaceId !== null && (await exportPurchases(db, workspaceId))
  const domain = workspaceId !== null && (await exportDomain(db, workspaceId))
  const picture = row?.picture_id ? await findPicture(db, row.picture_id, 'small') : null
  return {
    account: {
      ...user,
      addresses,
      referrer: row?.referrer ?? null,
      referral: row?.referral ?? null,
      createdAt: row?.created_at,
      picture: picture && `data:image/webp;base64,${picture.toString('base64')}`,
    },
    sessions,
    secondFactors: factors,
    apiKeys,
    webhooks,
    purchases,
    branding: workspaceId !== null && (await exportBranding(db, workspaceId)),
    domain,
    mailDomain: workspaceId !== null && (await exportMailDomain(db, workspaceId)),
    contacts: presented(db, id),
    conversation: await exportConversation(db, id),
    newsRead: await findNewsRead(db, id),
    transfers: eachSentTransfer(db, id),
    events: eachOwnEvent(db, id),
    received: eachReceivedTransfer(db, id),
    requests: eachOwnRequest(db, id),
    inbox: eachOwnSubmission(db, id),
    comments: eachOwnComment(db, id),
    teamActivity: row === null ? [] : eachOwnActivity(db, row.workspace_id, id),
  }
}

async function* presented(db: Context['db'], accountId: string) {
  for await (const row of eachContact(db, accountId)) yield presentContact(row, { id: accountId, memberRole: 'member' })
}
