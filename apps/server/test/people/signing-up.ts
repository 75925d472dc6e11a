import type { Answer, TestApp } from '../app/test-app.ts'
import { PASSWORD } from './account-person.ts'
import { makePerson, type Person } from './people.ts'

/** Reads the newest code mailed to the address. */
export async function mailedCode(app: TestApp, address: string): Promise<string> {
  const [mail] = await app.mails(address)
  const code = /^[0-9A-HJKMNP-TV-Z]{5}$/m.exec(mail?.text ?? '')?.[0]
  if (!code) throw new Error(`No code in the mail to ${address}`)
  return code
}

/** The reset tokens from the mails to the address, newest first. */
export async function mailedResetTokens(app: TestApp, address: string): Promise<string[]> {
  const mails = await app.mails(address)
  return mails.flatMap(({ text }) => /\/updatepassword\?t=([\w-]{43})$/m.exec(text)?.[1] ?? [])
}

/** Both halves of step 1, like the page. */
export async function verifyAddress(app: TestApp, person: Person): Promise<void> {
  const email = person.address
  await person.call('verifySignup', { body: { email, verifyComplete: '' } })
  const verifyComplete = await mailedCode(app, email)
  const proven = await person.call('verifySignup', { body: { email, verifyComplete } })
  if (proven.status !== 200) throw new Error(`${proven.status} ${JSON.stringify(proven.body)}`)
}

/** A person with their own account, signed up by the two steps in a browser that keeps its cookies. */
export async function signedUp(app: TestApp, address?: string): Promise<{ person: Person; answer: Answer }> {
  const person = makePerson(app, address)
  await verifyAddress(app, person)
  const answer = await person.call('signUp', { body: { email: person.address, password: PASSWORD } })
  if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return { person, answer }
}

/** The header that makes a call the account's. */
export const bearerOf = ({ body }: Answer) => ({ authorization: `Bearer ${body.accessToken}` })

/** The session's cookie in an answer, 'name=value'; undefined where it sets none. */
export const sessionCookie = (answer: Answer): string | undefined =>
  answer.headers
    .getSetCookie()
    .find((line) => line.startsWith('waybill_session='))
    ?.split(';')[0]

/** As if four wrong tries had been twenty: the next costs work. */
export async function manyTries(app: TestApp): Promise<void> {
  await app.ctx.db.updateTable('tallies').set({ count: 20 }).where('count', '=', 4).execute()
}
