/** An owner of one of everything, and a way to detect changes to any of it. */
import { randomBytes } from 'node:crypto'
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import { sql } from 'kysely'
import { workspaceOf } from '../../src/platform/database/workspace-of.ts'
import { newId } from '../../src/platform/ids.ts'
import { sealSecret } from '../../src/webhooks/webhook-secret.ts'
import type { TestApp } from '../app/test-app.ts'
import { type AccountPerson, makeAccount } from '../people/account-person.ts'
import { makePerson, type Sent } from '../people/people.ts'
import { answer, askFor, linkOf, stage, suppliersOf } from '../requests/calls.ts'
import { makeApiKey } from './own-api-key.ts'
import { BRAND, makeBranding } from './own-branding.ts'
import { makeConversation } from './own-conversation.ts'

export interface AskedRequest {
  id: string
  slug: string
  /** The invited supplier's own token. */
  user: string
  supplierId: string
  itemId: string
  submissionId: string
  commentId: string
  templateId: string
  /** Of an unfinished submission. */
  upload: string
}

export interface Owner {
  person: AccountPerson
  recipientAddress: string
  sent: Sent
  /** The recipient's own token from the mail. */
  user: string
  recipientId: string
  fileIds: string[]
  grant: string
  libraryGrant: string
  open: UploadPlan
  contactId: string
  passkeyId: string
  apiKeyId: string
  accessRequestId: string
  webhookId: string
  deliveryId: string
  /** The payment provider's id, a checkout that was begun, and an invoice that was paid. */
  customer: string
  checkout: string
  invoice: string
  /** An open invitation to the owner's team. */
  inviteId: string
  /** A request only for invited suppliers, with a submission and one in progress. */
  asked: AskedRequest
  /** What nobody else may ever read. */
  secrets: string[]
}

const FILES = [
  { path: 'secret-drawing-7731.dwg', content: Buffer.from('lines of a secret drawing') },
  { path: 'secret-note-9042.txt', content: Buffer.from('a note') },
]
const WEBHOOK_URL = 'https://hooks.quiet.example/secret-path-6620'
const MESSAGE = 'the secret word is quince'

export async function makeOwner(app: TestApp): Promise<Owner> {
  const person = await makeAccount(app, { role: 'business', fullName: 'Vera Owner', company: 'Quiet Works' })
  const recipientAddress = `reader-${randomBytes(4).toString('hex')}@quiet.example`
  const sent = await person.send({ files: FILES, emailTo: [recipientAddress], message: MESSAGE })
  const user = (sent.links[recipientAddress] ?? '').split('/').at(-1) ?? ''
  const { db } = app.ctx
  const recipient = await db
    .selectFrom('recipients')
    .select('id')
    .where('transfer_id', '=', sent.id)
    .executeTakeFirstOrThrow()
  const files = await db
    .selectFrom('transfer_files')
    .select('file_id')
    .where('transfer_id', '=', sent.id)
    .orderBy('position')
    .execute()
  const fileIds = files.map(({ file_id }) => file_id)
  const granted = await person.call('grantDownload', { body: { slug: sent.slug, user } })
  const fetched = await person.call('fetchLibraryFiles', { body: { ids: fileIds } })
  const open = await person.plan({ files: [{ path: 'half-sent-5518.bin', content: Buffer.alloc(9_000) }] })
  const contactId = newId()
  await db
    .insertInto('contacts')
    .values({
      id: contactId,
      account_id: person.accountId,
      workspace_id: workspaceOf(person.accountId),
      email: 'hidden-contact@quiet.example',
      name: 'Hidden',
    })
    .execute()
  const asked = await makeAsked(app, person)
  const passkeyId = newId()
  await db
    .insertInto('passkeys')
    .values({ id: passkeyId, account_id: person.accountId, credential_id: passkeyId, public_key: randomBytes(32) })
    .execute()
  const { webhookId, deliveryId } = await makeWebhook(app, person.accountId)
  const bought = await makeCustomer(app, person)
  const inviteId = await makeInvite(person)
  await makeBranding(app, person.accountId)
  await makeConversation(app, person.accountId, MESSAGE)
  return {
    person,
    recipientAddress,
    sent,
    user,
    recipientId: recipient.id,
    fileIds,
    grant: granted.body.grant,
    libraryGrant: fetched.body.links[0].url.split('/')[2],
    open,
    contactId,
    passkeyId,
    apiKeyId: await makeApiKey(app, person.accountId),
    accessRequestId: await askForTime(app, sent.id, recipient.id, recipientAddress),
    webhookId,
    deliveryId,
    ...bought,
    inviteId,
    asked,
    secrets: [
      bought.customer,
      WEBHOOK_URL,
      INVITED,
      BRAND,
      person.address,
      recipientAddress,
      MESSAGE,
      'secret-drawing-7731',
      'secret-note-9042',
      'half-sent-5518',
      TITLE,
      SUPPLIER,
    ],
  }
}

const INVITED = 'secret-guest-4417@quiet.example'

async function makeInvite(person: AccountPerson): Promise<string> {
  const { body } = await person.call('inviteMembers', { body: { emails: [INVITED], role: 'member' } })
  return body.team.invites[0]._id
}

const TITLE = 'secret request 3391'
const SUPPLIER = 'hidden-mill@quiet.example'

async function makeAsked(app: TestApp, person: AccountPerson): Promise<AskedRequest> {
  const request = await askFor(person, { title: TITLE, isOpenLink: false, suppliers: [{ email: SUPPLIER }] })
  const link = await linkOf(person, request, SUPPLIER)
  const itemId = request.items[0]?._id ?? ''
  const supplier = makePerson(app)
  const receipt = await answer(supplier, link, { item: itemId, files: [FILES[1] as (typeof FILES)[number]] })
  const begun = await stage(supplier, link, { item: itemId, files: [{ path: 'begun.bin', content: Buffer.alloc(50) }] })
  const said = await supplier.call('addComment', { body: { ...link, item: itemId, text: MESSAGE } })
  const kept = await person.call('saveRequestTemplate', { body: { name: TITLE, content: { title: TITLE } } })
  await app.runJobs()
  // Its notice would wait for the checksums, and be written while somebody else is checked.
  await app.ctx.db.updateTable('submissions').set({ told_at: sql<Date>`now()` }).where('id', '=', receipt._id).execute()
  return {
    id: request._id,
    slug: request.slug,
    user: link.user ?? '',
    supplierId: (await suppliersOf(person, request._id))[0]?._id ?? '',
    itemId,
    submissionId: receipt._id,
    commentId: said.body.comment._id,
    templateId: kept.body.template._id,
    upload: begun.upload,
  }
}

async function makeCustomer(
  app: TestApp,
  person: AccountPerson,
): Promise<Pick<Owner, 'customer' | 'checkout' | 'invoice'>> {
  const { body } = await person.call('createCheckoutSession', { body: { price_id: 'sandbox_pro_yearly' } })
  const { customer } = await app.ctx.db
    .selectFrom('payment_customers')
    .select('customer')
    .where('workspace_id', '=', workspaceOf(person.accountId))
    .executeTakeFirstOrThrow()
  const invoice = `in_${newId()}`
  const paid = { status: 'paid' as const, created_at: sql<Date>`now()`, paid_at: sql<Date>`now()` }
  await app.ctx.db
    .insertInto('sandbox_invoices')
    .values({ id: invoice, customer_id: customer, price: 'sandbox_pro_yearly', amount_cents: 22_800, ...paid })
    .execute()
  return { customer, checkout: body.session, invoice }
}

/** A paused webhook, so that nothing is sent, with one delivery in its log. */
async function makeWebhook({ ctx }: TestApp, accountId: string): Promise<{ webhookId: string; deliveryId: string }> {
  const [webhookId, deliveryId] = [newId(), newId()]
  await ctx.db
    .insertInto('webhooks')
    .values({
      id: webhookId,
      account_id: accountId,
      workspace_id: workspaceOf(accountId),
      url: WEBHOOK_URL,
      kinds: ['finished'],
      secret: sealSecret(ctx.masterKey, webhookId, 'whsec_owner'),
      paused_at: sql<Date>`now()`,
      paused_because: 'owner',
    })
    .execute()
  await ctx.db
    .insertInto('webhook_deliveries')
    .values({ id: deliveryId, webhook_id: webhookId, kind: 'test', state: 'failed', failure: 'paused' })
    .execute()
  return { webhookId, deliveryId }
}

/** A reader has asked the owner for more time, and has it: no mail is pending. */
async function askForTime(app: TestApp, transferId: string, recipientId: string, address: string): Promise<string> {
  const { db } = app.ctx
  const [id, requesterId] = [newId(), newId()]
  await db
    .insertInto('access_requesters')
    .values({ id: requesterId, transfer_id: transferId, kind: 'time', address })
    .execute()
  const good = { token_hash: randomBytes(32), language: 'en', expires_at: sql<Date>`now() + interval '14 days'` }
  const given = { given_at: sql<Date>`now()`, given_until: sql<Date>`now() + interval '2 days'` }
  await db
    .insertInto('access_requests')
    .values({ id, requester_id: requesterId, recipient_id: recipientId, ...good, ...given })
    .execute()
  return id
}
