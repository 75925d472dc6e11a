import type { Role } from '@waybill/contract/billing/plans'
import { Problem } from '@waybill/contract/core/problems'
import type { editRequest as endpoint } from '@waybill/contract/requests/endpoints'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import { hashPassword } from '../../identity/accounts/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Call } from '../../platform/http/bind.ts'
import { endUploadsOfLink } from '../../uploads/index.ts'
import { listItems, replaceItems } from '../content-store.ts'
import { settleDeadlines } from '../deadlines/deadlines.ts'
import type { Requester } from '../manage/as-requester.ts'
import { holdOwnRequest, requireOwnRequest } from '../manage/own-request.ts'
import { changeRequest, instantNow, lockRequest, type RequestChange, type RequestRow } from '../request-store.ts'
import { holdNamed, requireNamed, shareRequest } from '../share/share-request.ts'
import { changeSealing, settleSuppliers } from '../submission-progress-store.ts'
import {
  deadlineOf,
  folderOf,
  itemsOf,
  type JudgedItem,
  lifeOf,
  messageOf,
  requirePasswordLength,
  sealingOf,
  titleOf,
  typesOf,
} from './request-content.ts'
import { requireExamples } from './require-examples.ts'

type Body = Call<typeof endpoint>['body']

/**
 * Changes the given fields; pauses, closes and reopens. Closing ends uploads through the open link, pausing those of
 * them without a byte for ten minutes; suppliers asked by mail may finish what they began. A suspended account may only
 * close.
 *
 * @throws Problem as the contract's `editRequest` names them
 */
export async function editRequest(
  { db }: Pick<Context, 'db'>,
  account: Requester,
  requestId: string,
  { items: typedItems, password, sealing, shareWith, assignTo, ...body }: Body,
): Promise<void> {
  const asksMore = Object.entries({ ...body, typedItems, password, sealing, shareWith, assignTo }).some(
    ([key, value]) => value !== undefined && key !== 'isPaused' && key !== 'isClosed',
  )
  if (account.isSuspended && (asksMore || body.isClosed === false || body.isPaused === false)) {
    throw new Problem('account-suspended')
  }
  const request = await requireOwnRequest(db, account.id, requestId)
  const change = changeOf(account.role, request, body)
  const items = typedItems && itemsOf(account.role, typedItems)
  if (items) await requireExamples(db, account, items, await listItems(db, request.id))
  if (typeof password === 'string') requirePasswordLength(password)
  const sealed = sealing && sealingOf(sealing)
  const named = await requireNamed(db, account, { shareWith, assignTo })
  const bar =
    password === undefined
      ? {}
      : { password_hash: password && (await hashPassword(password)), ...(password ? { locked_at: instantNow } : {}) }
  await db.transaction().execute(async (tx) => {
    await holdNamed(tx, account.id, named)
    await holdOwnRequest(tx, account, request.id)
    await shareRequest(tx, request.id, named, account.adminId ?? account.id)
    await changeRequest(tx, request.id, { ...change, ...bar } as RequestChange)
    if (sealed !== undefined && !(await changeSealing(tx, request.id, sealed))) throw new Problem('sealing-fixed')
    if (items) await changeItems(tx, request.id, items)
    if (body.isClosed || body.isPaused) await endUploadsOfLink(tx, request.id, { isIdle: !body.isClosed })
    const changed = await lockRequest(tx, request.id, account.id)
    if (!changed) return
    await settleDeadlines(tx, changed)
  })
}

/** @throws Problem 'item-not-found' | 'invalid-input' for an item whose kind would change */
async function changeItems(tx: Kysely<Database>, requestId: string, items: readonly JudgedItem[]): Promise<void> {
  const kinds = new Map((await listItems(tx, requestId)).map(({ id, kind }) => [id, kind]))
  const changed = items.findIndex(({ id, kind }) => id !== null && (kinds.get(id) ?? kind) !== kind)
  if (changed >= 0) throw new Problem('invalid-input', { where: 'body', field: `items.${changed}.kind` })
  if (!(await replaceItems(tx, requestId, items))) throw new Problem('item-not-found')
  await settleSuppliers(tx, requestId, null)
}

/** The columns that change. */
function changeOf(
  role: Role,
  request: RequestRow,
  body: Omit<Body, 'items' | 'password' | 'sealing' | 'shareWith' | 'assignTo'>,
): RequestChange {
  const title = body.title === undefined ? undefined : titleOf(role, body.title)
  const given = {
    title,
    message: body.message === undefined ? undefined : messageOf(role, body.message),
    language: body.lang,
    identity: body.identity,
    supplier_noun: body.supplierNoun,
    is_open_link: body.isOpenLink,
    reminders: body.reminders,
    reminder_days: body.reminderDays,
    max_submission_bytes: body.maxSubmissionBytes,
    max_submission_files: body.maxSubmissionFiles,
    types: body.types && typesOf(body.types),
    folder: body.folder === undefined ? undefined : folderOf(body.folder, title ?? request.title),
    expirySeconds: body.expirySeconds === undefined ? undefined : lifeOf(role, body.expirySeconds),
    ...(body.deadline === undefined ? {} : deadlineOf(body.deadline)),
    paused_at: switchOf(body.isPaused, request.paused_at),
    closed_at: switchOf(body.isClosed, request.closed_at),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as RequestChange
}

/** A switch that stays on keeps its first instant. */
function switchOf(isOn: boolean | undefined, since: Date | null) {
  if (isOn === undefined) return undefined
  return isOn ? (since ?? instantNow) : null
}
