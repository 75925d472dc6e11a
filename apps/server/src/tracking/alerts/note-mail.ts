import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { claimMailOutcome } from '../../platform/mail-transport/index.ts'
import { recordNotice } from '../ledger/index.ts'

type Needs = Pick<Context, 'db' | 'signer'>

/** Records once that the mail server accepted a mail to a recipient, or refused it permanently. */
export async function noteMail(ctx: Needs, { mailId }: { mailId: string }): Promise<void> {
  await ctx.db.transaction().execute((tx) => noteOutcome(tx, ctx, mailId))
}

/** The same in the caller's transaction. */
export async function noteOutcome(tx: Kysely<Database>, ctx: Pick<Context, 'signer'>, mailId: string): Promise<void> {
  const outcome = await claimMailOutcome(tx, mailId)
  if (!outcome) return
  const { transferId, recipientId, isAccepted, isReminder, lastError } = outcome
  const detail = isAccepted ? (isReminder ? 'reminder' : null) : codeIn(lastError)
  await recordNotice(tx, ctx, { transferId, recipientId, kind: isAccepted ? 'mailed' : 'bounced', detail })
}

/** The reply code of SMTP, or the enhanced code after it; the text beside it may name the address. */
const codeIn = (words: string | null): string | null =>
  /\b[45]\d\d(?:[ -][45]\.\d{1,3}\.\d{1,3})?\b/.exec(words ?? '')?.[0].replace('-', ' ') ?? null
