import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { MAX_LISTED_FILES, queueMail, senderLink } from '../../platform/mail-transport/index.ts'
import { claimUnreminded, type Ending } from '../../transfers/index.ts'
import { findAlerted, listUnfetched } from './alert-store.ts'
import { muteLink } from './mute-token.ts'

const AT_ONCE = 100
type Needs = Pick<Context, 'db' | 'masterKey' | 'config'>

/**
 * Mails senders, once per transfer and shortly before its expiry, who does not have everything yet. Nothing where
 * everybody has, or where the sender wants no mails.
 */
export async function tellUnfetched(ctx: Needs): Promise<void> {
  for (let claimed = AT_ONCE; claimed === AT_ONCE; ) {
    claimed = await ctx.db.transaction().execute(async (tx) => {
      const endings = await claimUnreminded(tx, AT_ONCE)
      for (const ending of endings) await remind(ctx, tx, ending)
      return endings.length
    })
  }
}

async function remind(ctx: Needs, tx: Kysely<Database>, { transferId, expiresAt, daysLeft }: Ending): Promise<void> {
  const transfer = await findAlerted(tx, transferId)
  if (!transfer || transfer.alerts === 'none') return
  const recipients = await listUnfetched(tx, transferId, MAX_LISTED_FILES)
  const [first] = recipients
  if (!first) return
  const recipientId = first.count === 1 ? first.recipientId : undefined
  const { slug, title, accountId, senderAddress, senderLanguage, senderTimeZone } = transfer
  await queueMail(tx, ctx, {
    template: 'not-fetched',
    to: senderAddress,
    language: senderLanguage,
    muteLink: muteLink(ctx, 'transfer', transferId),
    facts: {
      slug,
      title,
      senderTimeZone,
      recipients: recipients.map(({ address, hasOpened }) => ({ address, hasOpened })),
      recipientCount: first.count,
      expiresAt: expiresAt.toISOString(),
      daysLeft,
      follow: senderLink(ctx, { slug, accountId, address: senderAddress, recipientId }),
    },
  })
}
