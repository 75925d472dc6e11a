/** An account's whole lifetime, collecting everything that would open something for a reader. */
import { randomBytes } from 'node:crypto'
import type { TestApp } from '../../app/test-app.ts'
import { AccountPerson, PASSWORD } from '../../people/account-person.ts'
import { makePerson, type Person, type SentFile } from '../../people/people.ts'
import { Recipient } from '../../people/recipient.ts'
import { logInAs, withTotp } from '../../people/second-factors.ts'
import { mailedCode, sessionCookie, signedUp } from '../../people/signing-up.ts'

type Secrets = Map<string, string>
const random = () => randomBytes(12).toString('hex')
const cookieValue = (cookie = ''): string => cookie.slice(cookie.indexOf('=') + 1)

const deviceOf = (person: Person): string => /waybill_device=([\w-]{43})/.exec(person.headers().cookie ?? '')?.[1] ?? ''

/** Signs up, sends, watches, gets receipts, stops its mails, loses its password. */
export async function driveAccount(app: TestApp, file: SentFile): Promise<Secrets> {
  const found: Secrets = new Map()
  const owner = await signUp(app, found)
  await sendAndWatch(app, owner, file, found)
  await secondFactor(app, owner, found)
  await forget(app, owner, found)
  await stumble(app, owner, found)
  return found
}

async function signUp(app: TestApp, found: Secrets): Promise<AccountPerson> {
  const { person, answer } = await signedUp(app)
  found.set('sign-up code', await mailedCode(app, person.address))
  found.set('password', PASSWORD)
  found.set('access token', answer.body.accessToken)
  found.set('session cookie', cookieValue(sessionCookie(answer)))
  found.set('device of the account', deviceOf(person))
  const renewed = await person.call('refreshSession')
  found.set('second access token', renewed.body.accessToken)
  found.set('second session cookie', cookieValue(sessionCookie(renewed)))
  const made = { accountId: answer.body.user._id, sessionId: '', accessToken: renewed.body.accessToken }
  return new AccountPerson(app, person, made)
}

async function sendAndWatch(app: TestApp, owner: AccountPerson, file: SentFile, found: Secrets): Promise<void> {
  const address = `lin-${random()}@rao-forge.example`
  const sent = await owner.send({ files: [file], emailTo: [address] })
  const params = { transfer: sent.id }
  const reader = new Recipient(app, owner, { id: sent.id, upload: '', path: sent.links[address] ?? '' })
  found.set('personal link', reader.link.user)
  found.set('link password', random())
  await owner.call('editTransfer', { params, body: { password: found.get('link password'), alerts: 'every' } })
  for (const password of [random(), found.get('link password')]) {
    await reader.browser.call('unlockTransfer', { body: { ...reader.link, password } })
  }
  found.set('unlocked device', deviceOf(reader.browser))
  await follow(app, owner, found)
  const { grant, links } = await reader.grant()
  found.set('grant of a locked link', grant)
  await (await reader.get(links[0]?.url ?? '')).bytes()
  await reader.untilFinished(1)
  const receipt = `/transfers/${sent.id}/receipts/${await recipientOf(owner, sent.slug)}`
  for (const path of [receipt, `${receipt}/receipt.pdf`]) await (await owner.fetch(path)).bytes()
  await app.fetch('/verify-receipt', { headers: { accept: 'text/html' } })
  const mails = await app.mails(owner.address)
  const mute = mails.flatMap(({ text }) => /\/mute\/([\w-]{42})/.exec(text)?.[1] ?? [])[0] ?? ''
  found.set('token that ends mails', mute)
  await app.fetch(`/mute/${mute}`, { headers: { accept: 'text/html' } })
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-no-origin': '1' }
  await app.fetch(`/mute/${mute}`, { method: 'POST', headers, body: 'List-Unsubscribe=One-Click' })
  const own = await owner.call('fetchLibraryFiles', { body: { ids: [await fileOf(owner, sent.slug)] } })
  const [link] = own.body.links as Array<{ url: string }>
  found.set('grant of the library', link?.url.split('/')[2] ?? '')
  await (await owner.fetch(link?.url ?? '')).bytes()
}

/** The live stream, as the page opens it, until its first message. */
async function follow(app: TestApp, owner: AccountPerson, found: Secrets): Promise<void> {
  const { ticket } = (await owner.call('makeLiveTicket')).body
  found.set('ticket of the live stream', ticket)
  const stop = new AbortController()
  const stream = await app.fetch(`/live?ticket=${ticket}`, { headers: owner.headers(), signal: stop.signal })
  await stream.body?.getReader().read()
  stop.abort()
}

const recordOf = async (owner: AccountPerson, slug: string) =>
  (await (await owner.fetch(`/getQs?slug=${slug}`)).json()).allDocs[0]
const recipientOf = async (owner: AccountPerson, slug: string) => (await recordOf(owner, slug)).recipients[0]._id
const fileOf = async (owner: AccountPerson, slug: string) => (await recordOf(owner, slug)).files[0]._id

async function secondFactor(app: TestApp, owner: AccountPerson, found: Secrets): Promise<void> {
  const { secret, recoveryCodes } = await withTotp(owner)
  found.set('secret of the app', secret)
  found.set('recovery', recoveryCodes[0] ?? '')
  const asked = await logInAs(app, owner)
  found.set('ticket of the second step', asked.secondFactor?.ticket ?? '')
  const answered = await asked.answer({ code: found.get('recovery') ?? '' })
  found.set('third session cookie', cookieValue(sessionCookie(answered)))
}

async function forget(app: TestApp, owner: AccountPerson, found: Secrets): Promise<void> {
  await makePerson(app).call('requestReset', { body: { email: owner.address } })
  const mails = await app.mails(owner.address)
  const token = mails.flatMap(({ text }) => /\/updatepassword\?t=([\w-]{43})$/m.exec(text)?.[1] ?? [])[0] ?? ''
  found.set('reset token', token)
  found.set('new password', random())
  await makePerson(app).call('checkResetToken', { body: { token } })
  await makePerson(app).call('resetPassword', { body: { token, password: found.get('new password') } })
}

/** The same secrets where they do not belong, and after they have expired. */
async function stumble(app: TestApp, owner: AccountPerson, found: Secrets): Promise<void> {
  for (const secret of [...found.values()].map(encodeURIComponent)) {
    const headers = { ...makePerson(app).headers(), accept: 'text/html' }
    for (const path of [
      '/live?ticket=',
      '/mute/',
      '/updatepassword?t=',
      '/verify-receipt?t=',
      '/library/',
      '/getQs?q=',
    ]) {
      await (await app.fetch(path + secret, { headers })).text()
    }
    const bad = { ...headers, authorization: `Bearer ${secret}`, cookie: `waybill_session=${secret}` }
    for (const path of ['/refreshToken', '/account', `/transfers/${secret}/receipts/${secret}`]) {
      await (await app.fetch(path, { headers: bad })).text()
    }
  }
  for (const name of ['new password', 'password'] as const) {
    await makePerson(app).call('logIn', { body: { email: owner.address, password: found.get(name) } })
  }
}
