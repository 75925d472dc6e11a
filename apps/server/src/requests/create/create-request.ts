import type { createRequest as endpoint } from '@waybill/contract/requests/endpoints'
import type { Kysely } from 'kysely'
import { countRequest } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { findAccount, hashPassword, requestSettingsOf } from '../../identity/accounts/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { ActorAccount } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/bind.ts'
import { newId, newSlug } from '../../platform/ids.ts'
import { requireFewBounces } from '../../platform/mail-transport/index.ts'
import { insertItems } from '../content-store.ts'
import type { Requester } from '../manage/as-requester.ts'
import { holdAsking, holdOwnRequest } from '../manage/own-request.ts'
import { insertRequest, type NewRequest } from '../request-store.ts'
import { askSuppliers, requireFewSuppliers } from '../suppliers/ask-suppliers.ts'
import {
  deadlineOf,
  folderOf,
  itemsOf,
  type JudgedItem,
  type JudgedSupplier,
  lifeOf,
  messageOf,
  requirePasswordLength,
  sealingOf,
  suppliersOf,
  titleOf,
  typesOf,
} from './request-content.ts'
import { requireExamples } from './require-examples.ts'

type Body = Call<typeof endpoint>['body']

/** A validated request that is not created yet. */
export interface JudgedRequest {
  row: Omit<NewRequest, 'id' | 'account_id'>
  items: JudgedItem[]
  suppliers: JudgedSupplier[]
}

/**
 * Creates a request and asks its suppliers by mail, in one transaction.
 *
 * @returns its id
 * @throws Problem as the contract's `createRequest` names them
 */
export async function createRequest(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  account: ActorAccount,
  body: Body,
  network: string,
): Promise<string> {
  const judged = await judgeRequest(ctx.db, account, body)
  if (body.password !== undefined) {
    requirePasswordLength(body.password)
    judged.row.password_hash = await hashPassword(body.password)
  }
  return makeRequest(ctx, { ...account, network }, judged)
}

async function judgeRequest(db: Kysely<Database>, account: ActorAccount, body: Body): Promise<JudgedRequest> {
  const { role } = account
  const live = await findAccount(db, account.id)
  const chosen = live && requestSettingsOf(live)
  const title = titleOf(role, body.title)
  const items = itemsOf(
    role,
    body.items.length > 0 ? body.items.map(({ _id, ...item }) => item) : [{ ...ANY_FILES, name: title }],
  )
  const suppliers = suppliersOf(role, body.suppliers)
  requireFewSuppliers(role, suppliers.length)
  await requireExamples(db, account, items)
  return {
    row: {
      title,
      message: messageOf(role, body.message),
      language: body.lang ?? chosen?.language ?? account.language,
      identity: body.identity,
      supplier_noun: body.supplierNoun ?? chosen?.supplierNoun ?? 'supplier',
      is_open_link: body.isOpenLink,
      ...deadlineOf(body.deadline),
      reminders: body.reminders,
      reminder_days: body.reminderDays,
      max_submission_bytes: body.maxSubmissionBytes,
      max_submission_files: body.maxSubmissionFiles,
      types: typesOf(body.types),
      folder: folderOf(body.folder, title),
      sealing: body.sealing ? sealingOf(body.sealing) : null,
      expirySeconds: lifeOf(role, body.expirySeconds ?? chosen?.expirySeconds ?? 0),
    },
    items,
    suppliers,
  }
}

const ANY_FILES = {
  hint: '',
  isRequired: true,
  types: [],
  maxFiles: null,
  maxBytes: null,
  exampleFile: null,
  pattern: '',
  kind: 'files' as const,
  options: [],
  takesSeveral: false,
  section: '',
}

/**
 * @throws Problem 'request-month-full' | 'sending-paused' | 'too-many-mails' | 'account-suspended' | 'subscription-due'
 * | 'unauthenticated'
 */
export async function makeRequest(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  requester: Pick<Requester, 'id' | 'email' | 'network'> & { adminId?: string | null },
  { row, items, suppliers }: JudgedRequest,
): Promise<string> {
  const { id: accountId, email, network } = requester
  if (suppliers.length > 0) await requireFewBounces(ctx.db, email)
  const id = newId()
  await ctx.db.transaction().execute(async (tx) => {
    const live = await holdAsking(tx, accountId)
    while (!(await insertRequest(tx, newSlug(), { ...row, id, account_id: accountId })));
    await insertItems(tx, id, items)
    await askSuppliers(ctx, tx, { account: live, network }, await holdOwnRequest(tx, requester, id), suppliers)
    await countRequest(tx, live)
  })
  return id
}
