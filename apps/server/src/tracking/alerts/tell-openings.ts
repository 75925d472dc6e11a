import type { Context } from '../../context.ts'
import { MAX_LISTED_FILES, queueMail, senderLink } from '../../platform/mail-transport/index.ts'
import { claimOpenings, findAlerted } from './alert-store.ts'
import { muteLink } from './mute-token.ts'

/**
 * Mails a sender who wants it which recipients have opened their page for the first time: one mail for all that were
 * not reported yet. Running again adds nothing.
 */
export async function tellOpenings(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  { transferId }: { transferId: string },
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const transfer = await findAlerted(tx, transferId)
    if (transfer?.alerts !== 'opened') return
    const openings = await claimOpenings(tx, transferId)
    if (openings.length === 0) return
    const only = openings.length === 1 ? openings[0] : undefined
    await queueMail(tx, ctx, {
      template: 'transfer-opened',
      to: transfer.senderAddress,
      language: transfer.senderLanguage,
      muteLink: muteLink(ctx, 'transfer', transferId),
      facts: {
        slug: transfer.slug,
        title: transfer.title,
        senderTimeZone: transfer.senderTimeZone,
        openings: openings.slice(0, MAX_LISTED_FILES).map(({ address, openedAt, device, country, city, timeZone }) => ({
          recipient: address,
          openedAt: openedAt.toISOString(),
          device,
          at: { country, city, timeZone },
        })),
        openingCount: openings.length,
        follow: senderLink(ctx, { ...transfer, address: transfer.senderAddress, recipientId: only?.recipientId }),
      },
    })
  })
}
