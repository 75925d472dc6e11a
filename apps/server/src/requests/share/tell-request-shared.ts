import type { Context } from '../../context.ts'
import { findAccount, languageOf, lockAccount } from '../../identity/accounts/index.ts'
import { notifyAssignee, notifyShared } from '../../notifications/index.ts'
import { hashToken } from '../../platform/ids.ts'
import type { TaskPayloads } from '../../platform/jobs/catalogue.ts'
import { linkTo, paths } from '../../platform/links.ts'
import { queueMail } from '../../platform/mail-transport/index.ts'
import { findSubmission, readArrived } from '../submission-store.ts'
import { holdRequestShare, listAssignees } from './request-share-store.ts'

type Needs = Pick<Context, 'db' | 'masterKey' | 'config'>

/**
 * Tells each of these members once that a request is shared with them, or assigned to them: in the dashboard and by one
 * mail. Those with whom it is not shared any more are not told. Shared once more, it is not mailed again: a colleague's
 * inbox is not to be filled by taking a share back and giving it.
 */
export async function tellRequestShared(
  ctx: Needs,
  { requestId, memberIds, assignedAt }: TaskPayloads['tell-request-shared'],
): Promise<void> {
  for (const memberId of memberIds) await tellMember(ctx, { requestId, memberId, assignedAt })
}

async function tellMember(
  ctx: Needs,
  { requestId, memberId, assignedAt }: { requestId: string; memberId: string; assignedAt: string | null },
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, memberId))) return
    const share = await holdRequestShare(tx, requestId, memberId)
    const member = await findAccount(tx, memberId)
    const requester = share && (await findAccount(tx, share.accountId))
    if (share === null || member === null || requester === null) return
    if (assignedAt !== null && !share.isAssigned) return
    const kind = assignedAt === null ? 'shared' : 'assigned'
    const at = assignedAt === null ? share.sharedAt : new Date(assignedAt)
    if (!(await notifyShared(tx, memberId, { of: { requestId }, kind, at, fileName: null, fileCount: 1 }))) return
    await queueMail(tx, ctx, {
      template: 'request-shared',
      once: hashToken(`${kind} ${requestId} ${memberId}`).toString('base64url').slice(0, 22),
      to: member.email,
      language: languageOf(member),
      senderAddress: requester.email,
      facts: {
        requester: { address: requester.email, name: requester.full_name },
        slug: share.slug,
        title: share.title,
        isAssigned: assignedAt !== null,
        link: linkTo(ctx.config, paths.requestRecord(share.slug)),
      },
    })
  })
}

/** Notifies the assignee of a submission's request, once, however often it runs. */
export async function tellAssignee(
  { db }: Pick<Needs, 'db'>,
  { submissionId, isLast }: TaskPayloads['tell-assignee'],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const submission = await findSubmission(tx, submissionId)
    if (submission === null) return
    const { request_id: requestId } = submission
    const assigneeId = (await listAssignees(tx, [requestId])).get(requestId)
    // The account before the share: the order of all locks.
    if (assigneeId === undefined || !(await lockAccount(tx, assigneeId))) return
    const share = await holdRequestShare(tx, requestId, assigneeId)
    if (share?.isAssigned) await notifyAssignee(tx, assigneeId, await readArrived(tx, { submissionId, isLast }))
  })
}
