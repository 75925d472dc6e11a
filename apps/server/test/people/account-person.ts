import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { Role } from '@waybill/contract/billing/plans'
import type { SubscriptionStatus } from '@waybill/contract/identity/profile-endpoints'
import { signAccessToken } from '../../src/identity/sessions/refresh/access-token.ts'
import { insertSession } from '../../src/identity/sessions/session-store.ts'
import { newId } from '../../src/platform/ids.ts'
import type { TestApp } from '../app/test-app.ts'
import { makePerson, Person } from './people.ts'
import { putAccount } from './put-account.ts'

export const PASSWORD = 'a waybill travels with it'
export const NEW_PASSWORD = 'a new one, longer than before'
let passwordHash: Promise<string> | null = null

/** A person with an account, signed in: every call carries their access token. */
export class AccountPerson extends Person {
  readonly accountId: string
  readonly sessionId: string
  readonly accessToken: string

  constructor(app: TestApp, from: Person, made: { accountId: string; sessionId: string; accessToken: string }) {
    super(app, from.address, from.ip)
    this.accountId = made.accountId
    this.sessionId = made.sessionId
    this.accessToken = made.accessToken
  }

  override headers(more: Record<string, string> = {}): Record<string, string> {
    return super.headers({ authorization: `Bearer ${this.accessToken}`, ...more })
  }
}

interface AccountOptions {
  email?: string
  role?: Role
  subscription?: SubscriptionStatus
  isSuspended?: boolean
  fullName?: string
  company?: string
}

/** An account inserted directly into the tables, with its own session: for tests that are not about signing up. */
export async function makeAccount(app: TestApp, options: AccountOptions = {}): Promise<AccountPerson> {
  const { db, masterKey } = app.ctx
  const person = makePerson(app, options.email)
  passwordHash ??= hash(PASSWORD)
  const [accountId, sessionId] = [newId(), newId()]
  await putAccount(db, {
    id: accountId,
    email: person.address,
    password_hash: await passwordHash,
    role: options.role ?? 'free',
    subscription: options.subscription ?? 'trialing',
    full_name: options.fullName ?? '',
    company: options.company ?? '',
    ...(options.isSuspended ? { suspended_at: new Date() } : {}),
  })
  await db.insertInto('account_addresses').values({ address: person.address, account_id: accountId }).execute()
  await insertSession(db, {
    id: sessionId,
    accountId,
    salt: randomBytes(32),
    device: 'Test',
    country: null,
    city: null,
    ip: person.ip,
  })
  const accessToken = await signAccessToken(masterKey, sessionId)
  return new AccountPerson(app, person, { accountId, sessionId, accessToken })
}
