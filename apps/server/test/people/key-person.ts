import type { KeyScope } from '@waybill/contract/identity/key-scopes'
import type { TestApp } from '../app/test-app.ts'
import { AccountPerson, PASSWORD } from './account-person.ts'

interface KeyOptions {
  scopes: readonly KeyScope[]
  name?: string
  networks?: readonly string[]
  days?: number | null
}

/** A program that acts as an account with an API key: without cookies, and not from a page. */
export class KeyPerson extends AccountPerson {
  readonly key: string
  readonly keyId: string

  constructor(app: TestApp, owner: AccountPerson, made: { key: string; keyId: string }) {
    super(app, owner, owner)
    this.key = made.key
    this.keyId = made.keyId
  }

  override headers(more: Record<string, string> = {}): Record<string, string> {
    return { 'x-forwarded-for': this.ip, authorization: `Bearer ${this.key}`, 'x-no-origin': '1', ...more }
  }
}

/** Has the account make a key, with its password. */
export async function makeKey(
  app: TestApp,
  owner: AccountPerson,
  { name = 'Test', days = null, networks = [], scopes }: KeyOptions,
): Promise<KeyPerson> {
  const made = await owner.call('addApiKey', { body: { name, scopes, networks, days, password: PASSWORD } })
  if (made.status !== 201) throw new Error(`${made.status} ${JSON.stringify(made.body)}`)
  return new KeyPerson(app, owner, { key: made.body.key, keyId: made.body.apiKey._id })
}
