import type { InvitedRole } from '@waybill/contract/workspaces/member-roles'
import { INVITE_DAYS } from '@waybill/contract/workspaces/team-endpoints'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import { type Account, languageOf } from '../../identity/accounts/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import { linkTo, paths } from '../../platform/links.ts'
import { queueMail } from '../../platform/mail-transport/index.ts'

export interface Invitation {
  address: string
  role: InvitedRole
  /** The secret, which is nowhere else. */
  token: string
}

/** Queues the mail of an invitation, in the inviter's language. */
export async function mailInvite(
  ctx: Pick<Context, 'masterKey' | 'config'>,
  tx: Kysely<Database>,
  by: Account,
  { address, role, token }: Invitation,
): Promise<void> {
  await queueMail(tx, ctx, {
    template: 'team-invite',
    to: address,
    language: languageOf(by),
    senderAddress: by.email,
    facts: {
      inviter: { address: by.email, name: by.full_name },
      company: by.company,
      role,
      validDays: INVITE_DAYS,
      link: linkTo(ctx.config, paths.invite(token)),
    },
  })
}
