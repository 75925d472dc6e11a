import type { Language } from '@waybill/contract/fields'
import type { Context } from '../context.ts'
import { queueMail } from '../mail/index.ts'
import { linkCode } from './link-code.ts'
import { CODE_VALID_MINUTES, settleCode } from './link-code-store.ts'

/**
 * Mails a code, if its transfer is for the address that was typed; one to ask a sender with goes to any address. Running
 * again does nothing.
 */
export async function mailLinkCode(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  { codeId, language, isAsking = false }: { codeId: string; language: Language; isAsking?: boolean },
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const place = await settleCode(tx, codeId)
    if (place === null || !(place.isListed || isAsking)) return
    const facts = { code: linkCode(ctx.masterKey, place), validMinutes: CODE_VALID_MINUTES }
    await queueMail(tx, ctx, { template: isAsking ? 'ask-code' : 'link-code', to: place.address, language, facts })
  })
}
