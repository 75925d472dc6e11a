/** The actions of a person with an account on transfers and files, for use cases without HTTP. */
import type { Role } from '@waybill/contract/billing/plans'
import type { Context } from '../../src/context.ts'
import { completeAddedFiles } from '../../src/transfers/files/complete-added-files.ts'
import { planAddedFiles } from '../../src/transfers/files/plan-added-files.ts'
import { inputOf, sendAll, type TestFile } from '../storage/upload-parts.ts'
import { makeSendingAccount, type AccountSender as SendingAccount } from './sending-account.ts'

export interface AccountSender extends SendingAccount {
  accountId: string
}

export async function makeAccountSender(ctx: Context, role: Role = 'business'): Promise<AccountSender> {
  const sender = await makeSendingAccount(ctx, { role })
  return { ...sender, accountId: sender.actor.account.id }
}

/** The account's used storage. */
export async function usedBytes(ctx: Context, { accountId }: AccountSender): Promise<number> {
  const row = await ctx.db
    .selectFrom('allowances')
    .select('used_bytes')
    .where('key', '=', `workspace:${accountId}`)
    .executeTakeFirst()
  return row?.used_bytes ?? 0
}

interface Addition {
  to: { _id: string }
  files: readonly TestFile[]
  /** The file that a single new one replaces. */
  replaces?: string | undefined
}

export async function planAddition(ctx: Context, sender: AccountSender, { to, files, replaces }: Addition) {
  const body = { files: [...inputOf(files).files], replaces, effectiveType: 'other' as const }
  return (await planAddedFiles(ctx, sender.actor, to._id, body, [])).plan
}

/** Planned with every byte received, not joined. */
export async function uploadAddition(ctx: Context, sender: AccountSender, addition: Addition) {
  const plan = await planAddition(ctx, sender, addition)
  await sendAll(ctx, plan, addition.files)
  return { upload: plan.upload, token: plan.token }
}

export async function addFiles(ctx: Context, sender: AccountSender, addition: Addition): Promise<void> {
  await completeAddedFiles(ctx, sender.actor, addition.to._id, await uploadAddition(ctx, sender, addition))
}
