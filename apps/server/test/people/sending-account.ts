/** A person with an account whose browser has proven nothing, for use cases without HTTP. */
import type { Role } from '@waybill/contract/billing/plans'
import type { SubscriptionStatus } from '@waybill/contract/identity/profile-endpoints'
import type { Context } from '../../src/context.ts'
import type { ActorAccount } from '../../src/platform/http/actor.ts'
import { newId } from '../../src/platform/ids.ts'
import { putAccount } from './put-account.ts'
import type { Sender } from './sender.ts'

const LONG_AGO = new Date('2020-01-01T00:00:00Z')
let accountsMade = 0

export interface AccountSender extends Sender {
  actor: Sender['actor'] & { account: ActorAccount }
}

export interface AccountOptions {
  email?: string
  role?: Role
  subscription?: SubscriptionStatus
  fullName?: string
  company?: string
  /** Created just now; otherwise long enough ago to be no new account. */
  isNew?: boolean
}

/** An account inserted directly into the tables, in a new browser on a separate network. */
export async function makeSendingAccount(
  ctx: Pick<Context, 'db'>,
  options: AccountOptions = {},
): Promise<AccountSender> {
  accountsMade++
  const id = newId()
  const { email = `account-${accountsMade}@example.com`, role = 'free', subscription = 'active' } = options
  const { fullName = '', company = '', isNew = false } = options
  const age = isNew ? {} : { created_at: LONG_AGO }
  await putAccount(ctx.db, { id, email, password_hash: '', role, subscription, full_name: fullName, company, ...age })
  await ctx.db.insertInto('account_addresses').values({ address: email, account_id: id }).execute()
  const own = { id, email, role, subscription, isSuspended: false, fullName, company }
  const account: ActorAccount = {
    ...own,
    language: 'en',
    timeZone: null,
    workspaceId: id,
    memberRole: 'admin',
    lacksFactor: false,
    operator: 'no',
    sessionId: newId(),
  }
  const network = `196.${accountsMade >> 8}.${accountsMade & 255}.0/24`
  const ip = network.replace(/0\/24$/, '7')
  return { address: email, actor: { role, account, deviceId: await newDevice(ctx), ip, network, language: 'en' } }
}

/** The same person in another browser. */
export async function elsewhere(ctx: Pick<Context, 'db'>, { address, actor }: AccountSender): Promise<AccountSender> {
  return { address, actor: { ...actor, deviceId: await newDevice(ctx) } }
}

/** The visitor of a browser, after they have signed in to the account. */
export const signedIn = (visitor: Sender, { address, actor }: AccountSender): AccountSender => ({
  address,
  actor: { ...visitor.actor, role: actor.role, account: actor.account },
})

async function newDevice({ db }: Pick<Context, 'db'>): Promise<string> {
  const id = newId()
  await db
    .insertInto('devices')
    .values({ id, secret_hash: Buffer.from(id) })
    .execute()
  return id
}
