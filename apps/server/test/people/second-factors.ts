import { TOTP } from 'otpauth'
import type { Answer, TestApp } from '../app/test-app.ts'
import { type AccountPerson, PASSWORD } from './account-person.ts'
import { makePerson } from './people.ts'
import { type PasskeyOptions, SoftwarePasskey } from './software-passkey.ts'

/** The code of an app with this secret, `steps` of 30 s from `atMs`. */
export const codeOf = (secret: string, steps = 0, atMs = Date.now()): string =>
  new TOTP({ secret }).generate({ timestamp: atMs + steps * 30_000 })

export interface TotpOn {
  secret: string
  recoveryCodes: string[]
  /** `steps` after the code that activated it, however long ago that was. */
  code(steps: number): string
}

/** Shows the password and a factor again; returns the headers that prove it. */
export async function steppedUp(person: AccountPerson, code: string): Promise<Record<string, string>> {
  const begun = await person.call('beginStepUp', { body: { password: PASSWORD } })
  const { ticket = '' } = begun.body.secondFactor ?? {}
  const { status, body } = await person.call('finishStepUp', { body: { ticket, code } })
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return { 'waybill-step-up': body.stepUp }
}

/** Activates an authenticator app; `headers` show the factor that is already active. */
export async function withTotp(person: AccountPerson, headers: Record<string, string> = {}): Promise<TotpOn> {
  const begun = await person.call('beginTotp', { body: { password: PASSWORD }, headers })
  const { secret } = begun.body
  const atMs = Date.now()
  const confirmed = await person.call('confirmTotp', { body: { code: codeOf(secret, 0, atMs) } })
  if (confirmed.status !== 200) throw new Error(`${confirmed.status} ${JSON.stringify(confirmed.body)}`)
  return { secret, recoveryCodes: confirmed.body.recoveryCodes, code: (steps) => codeOf(secret, steps, atMs) }
}

/** Adds a passkey. */
export async function withPasskey(
  app: TestApp,
  person: AccountPerson,
  passkey = new SoftwarePasskey(app.origin),
  headers: Record<string, string> = {},
): Promise<{ passkey: SoftwarePasskey; id: string; recoveryCodes: string[] }> {
  const begun = await person.call('beginPasskey', { body: { password: PASSWORD }, headers })
  const made = passkey.create(begun.body.options as PasskeyOptions)
  const added = await person.call('addPasskey', { body: { name: 'My key', passkey: made } })
  if (added.status !== 201) throw new Error(`${added.status} ${JSON.stringify(added.body)}`)
  return { passkey, ...added.body }
}

export interface AskedFactor {
  /** What the login requested; null where it signed in at once. */
  secondFactor: { ticket: string; kinds: string[]; passkeyOptions: PasskeyOptions | null } | null
  answer(given: { code?: string; passkey?: unknown }): Promise<Answer>
}

/** Logs in on a new browser, up to the second factor. */
export async function logInAs(app: TestApp, { address }: AccountPerson): Promise<AskedFactor> {
  const browser = makePerson(app)
  const { status, body } = await browser.call('logIn', { body: { email: address, password: PASSWORD } })
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  const secondFactor = body.secondFactor ?? null
  return {
    secondFactor,
    answer: (given) => browser.call('answerSecondFactor', { body: { ticket: secondFactor?.ticket ?? '', ...given } }),
  }
}
