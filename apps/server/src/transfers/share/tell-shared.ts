import type { Context } from '../../context.ts'
import { findAccount, languageOf, lockAccount } from '../../identity/accounts/index.ts'
import { notifyShared } from '../../notifications/index.ts'
import { hashToken } from '../../platform/ids.ts'
import { linkTo, paths } from '../../platform/links.ts'
import { queueMail } from '../../platform/mail-transport/index.ts'
import { holdShare } from './share-store.ts'

type Needs = Pick<Context, 'db' | 'masterKey' | 'config'>

/**
 * Tells each of these members once that a transfer is shared with them: in the dashboard and by one mail, however many
 * files it has. Those with whom it is not shared any more are not told. Shared once more, it is not mailed again: a
 * colleague's inbox is not to be filled by taking a share back and giving it.
 */
export async function tellShared(
  ctx: Needs,
  { transferId, memberIds }: { transferId: string; memberIds: readonly string[] },
): Promise<void> {
  for (const memberId of memberIds) await tellMember(ctx, transferId, memberId)
}

async function tellMember(ctx: Needs, transferId: string, memberId: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, memberId))) return
    const share = await holdShare(tx, transferId, memberId)
    const member = await findAccount(tx, memberId)
    if (share === null || member === null) return
    const fileName = share.firstPath.slice(share.firstPath.lastIndexOf('/') + 1)
    const about = { of: { transferId }, kind: 'shared' as const, at: share.sharedAt }
    if (!(await notifyShared(tx, memberId, { ...about, fileName, fileCount: share.fileCount }))) return
    await queueMail(tx, ctx, {
      template: 'transfer-shared',
      once: onceFor(transferId, memberId),
      to: member.email,
      language: languageOf(member),
      senderAddress: share.senderAddress,
      facts: {
        sender: { address: share.senderAddress, name: share.senderName ?? '' },
        slug: share.slug,
        title: share.title,
        fileName,
        fileCount: share.fileCount,
        link: linkTo(ctx.config, paths.transferRecord(share.slug)),
      },
    })
  })
}

const onceFor = (transferId: string, memberId: string): string =>
  hashToken(`shared ${transferId} ${memberId}`).toString('base64url').slice(0, 22)
