import { threadAnchor } from '@waybill/contract/requests/comments'
import type { Kysely } from 'kysely'
import { accountSender, countOrWait, type LiveAccount, readLiveAccount } from '../../billing/index.ts'
import { findPageBranding } from '../../branding/index.ts'
import type { Context } from '../../context.ts'
import { findAccount, languageOf, requestSettingsOf } from '../../identity/accounts/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import { countBelow } from '../../platform/http/call-store.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { linkTo, paths } from '../../platform/links.ts'
import { queueMail } from '../../platform/mail-transport/index.ts'
import { shownName } from '../../transfers/index.ts'
import { COMES_BACK_SECONDS, findStandingRequest, mayComeBack, type RequestRow } from '../request-store.ts'
import { listAssignees } from '../share/request-share-store.ts'
import { findSupplier } from '../supplier-store.ts'
import { languageFor, ownLink } from '../suppliers/mail-supplier.ts'
import {
  holdUntold,
  isUnreachable,
  listUnseen,
  markTold,
  secondsUntilQuiet,
  type Untold,
  type UntoldRow,
} from './untold-store.ts'

type Needs = Pick<Context, 'db' | 'masterKey' | 'config'>

/** Comments in one mail; the page has the others. */
const MOST_LISTED = 10
/** Until the next check of a suspended account. */
const SUSPENDED_SECONDS = 3_600
/** Beyond this an account gets no mail about comments, so that nobody floods its mailbox. */
const NOTICES = { most: 50, seconds: 86_400 }

/** Has the other side mailed once the request is quiet: one job waits, and each comment postpones it. */
export async function addCommentMail(tx: Kysely<Database>, untold: Untold): Promise<void> {
  const delaySeconds = await secondsUntilQuiet(tx, untold)
  if (delaySeconds !== null) await addJobIn(tx, untold, delaySeconds)
}

const addJobIn = (tx: Kysely<Database>, untold: Untold, delaySeconds: number): Promise<void> =>
  addJob(tx, 'mail-comments', untold, {
    key: `mail-comments/${untold.requestId}/${untold.supplierId ?? ''}`,
    delaySeconds,
  })

/**
 * Mails one side the comments that it has not seen: one mail for all of them. Each comment is mailed at most once,
 * however often this runs.
 */
export async function mailComments(ctx: Needs, untold: Untold): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const { requestId } = untold
    const request = await findStandingRequest(tx, { id: requestId })
    if (request === null && (await mayComeBack(tx, requestId))) return addJobIn(tx, untold, COMES_BACK_SECONDS)
    const live = request && (await readLiveAccount(tx, request.account_id, { hold: true }))
    if (!request || !live) return
    const rows = await holdUntold(tx, untold)
    // After the rows are held: another process may have mailed most of them meanwhile.
    const seconds = await secondsUntilQuiet(tx, untold)
    if (seconds === null) return
    if (seconds > 0) return addJobIn(tx, untold, seconds)
    if (untold.supplierId === null) await mailRequester(ctx, tx, request, rows)
    else await mailSupplier(ctx, tx, { request, live, rows }, { requestId, supplierId: untold.supplierId })
  })
}

/** To the requester, and to the member who looks after the request. */
async function mailRequester(
  ctx: Needs,
  tx: Kysely<Database>,
  request: RequestRow,
  rows: readonly UntoldRow[],
): Promise<void> {
  await markTold(
    tx,
    rows.map(({ id }) => id),
  )
  const assigneeId = (await listAssignees(tx, [request.id])).get(request.id)
  for (const readerId of [request.account_id, ...(assigneeId === undefined ? [] : [assigneeId])]) {
    const unseen = await unseenBy(tx, rows, readerId)
    const [first] = unseen
    const account = first && (await findAccount(tx, readerId))
    if (!first || !account || !requestSettingsOf(account).notices) continue
    if (!(await countBelow(tx, `comment-notices/${account.id}`, NOTICES)).isCounted) continue
    await queueMail(tx, ctx, {
      template: 'comments-written',
      to: account.email,
      language: languageOf(account),
      facts: {
        ...factsOf(request, unseen),
        requester: null,
        link: linkTo(ctx.config, paths.requestRecord(request.slug, first.supplier_id, first.item_id)),
      },
    })
  }
}

/** Nobody is mailed at an address that they have not proven, or that returns mails. */
async function mailSupplier(
  ctx: Needs,
  tx: Kysely<Database>,
  { request, live, rows }: { request: RequestRow; live: LiveAccount; rows: readonly UntoldRow[] },
  untold: { requestId: string; supplierId: string },
): Promise<void> {
  if (live.isSuspended) return addJobIn(tx, untold, SUSPENDED_SECONDS)
  const supplier = await findSupplier(tx, request.id, untold.supplierId)
  const unseen = await unseenBy(tx, rows, untold.supplierId)
  const account = await findAccount(tx, request.account_id)
  const [first] = unseen
  const address = supplier && supplier.kind !== 'claimed' ? supplier.address : null
  const isMailed = first !== undefined && address !== null && !(await isUnreachable(tx, untold.supplierId))
  if (supplier && account && isMailed) {
    const waitSeconds = await countOrWait(tx, accountSender(live, null), address)
    if (waitSeconds > 0) return addJobIn(tx, untold, waitSeconds)
    const requester = {
      address: account.email,
      name: shownName(account.full_name, account.email),
      company: shownName(account.company, account.email),
    }
    const link = await ownLink(ctx, tx, request, supplier.id)
    await queueMail(tx, ctx, {
      template: 'comments-written',
      to: address,
      language: languageFor(request, supplier),
      supplierId: supplier.id,
      senderAddress: account.email,
      branding: await findPageBranding(tx, request.account_id),
      inNameOf: { accountId: request.account_id, address: account.email, name: requester.name },
      facts: { ...factsOf(request, unseen), requester, link: `${link}#${threadAnchor(first.item_id)}` },
    })
  }
  await markTold(
    tx,
    rows.map(({ id }) => id),
  )
}

async function unseenBy(tx: Kysely<Database>, rows: readonly UntoldRow[], readerId: string): Promise<UntoldRow[]> {
  const unseen = await listUnseen(
    tx,
    rows.map(({ id }) => id),
    readerId,
  )
  return rows.filter(({ id }) => unseen.has(id))
}

const factsOf = ({ title, slug }: RequestRow, rows: readonly UntoldRow[]) => ({
  title,
  slug,
  comments: rows.slice(0, MOST_LISTED).map((row) => ({
    author: row.is_of_supplier ? row.name || row.company || (row.address ?? '') : row.author,
    isClaimed: row.is_of_supplier && row.kind === 'claimed',
    item: row.item,
    text: row.body,
  })),
  count: rows.length,
})
