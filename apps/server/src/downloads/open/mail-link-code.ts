import type { Language } from '@waybill/contract/core/fields'
import type { Context } from '../../context.ts'
import { CODE_VALID_MINUTES, linkCode, settleLinkCode } from '../../identity/mailed-codes/index.ts'
import { queueMail } from '../../platform/mail-transport/index.ts'
import { findListed } from '../../transfers/index.ts'

/**
 * Mails a code, if its transfer is for the typed address; a code for an access request goes to any address. Running
 * again does nothing.
 */
export async function mailLinkCode(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  {
    codeId,
    language,
    isForAccessRequest = false,
  }: { codeId: string; language: Language; isForAccessRequest?: boolean },
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const place = await settleLinkCode(tx, codeId)
    if (place === null) return
    if (!isForAccessRequest && (await findListed(tx, place.recipientId, place.address)) === null) return
    const facts = { code: linkCode(ctx.masterKey, place), validMinutes: CODE_VALID_MINUTES }
    await queueMail(tx, ctx, {
      template: isForAccessRequest ? 'access-request-code' : 'link-code',
      to: place.address,
      language,
      facts,
    })
  })
}
