import { randomBytes } from 'node:crypto'
import { setOperator } from '../../src/identity/accounts/index.ts'
import { newId } from '../../src/platform/ids.ts'
import type { TestApp } from '../app/test-app.ts'
import { type AccountPerson, makeAccount } from './account-person.ts'

/** An account that operates the server, with a passkey unless a test says otherwise. */
export async function makeOperator(app: TestApp, { hasFactor = true } = {}): Promise<AccountPerson> {
  const person = await makeAccount(app)
  await nameOperator(app, person)
  if (!hasFactor) return person
  const id = newId()
  const passkey = { id, account_id: person.accountId, credential_id: id, public_key: randomBytes(32) }
  await app.ctx.db.insertInto('passkeys').values(passkey).execute()
  return person
}

/** Makes an existing account an operator. */
export async function nameOperator(app: TestApp, { address }: AccountPerson): Promise<void> {
  await setOperator(app.ctx.db, address, true)
}
