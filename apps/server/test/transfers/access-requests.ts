import { sql } from 'kysely'
import type { OutboxMail, TestApp } from '../app/test-app.ts'
import { type AccountPerson, makeAccount } from '../people/account-person.ts'
import { makePerson, type Person } from '../people/people.ts'
import { noise } from '../people/recipient.ts'

const files = [{ path: 'plan.pdf', content: noise(2_000) }]

/** A transfer whose recipients can make access requests. */
export interface RequestableTransfer {
  id: string
  slug: string
  address: string
  /** Of its page. */
  path: string
  link: { slug: string; user?: string }
  sender: Person
}

let sent = 0

/** By email to a new address, from an account, or from `sender`; or as a link. */
export async function sendRequestable(
  app: TestApp,
  { sender, sendAs = 'email' }: { sender?: Person; sendAs?: 'email' | 'link' } = {},
): Promise<RequestableTransfer> {
  sent += 1
  const from = sender ?? (await makeAccount(app, { role: 'pro', fullName: 'Li Wei' }))
  const address = `requester-${sent}-${from.ip.replaceAll('.', '-')}@rao-forge.example`
  const draft = { ...from.draft({ files, emailTo: sendAs === 'email' ? [address] : [] }), sendAs }
  const { body } = await from.call('planTransfer', { body: draft })
  await from.upload(body.plan, files)
  const { upload, token } = body.plan
  const saved = await from.call('completeTransfer', { body: { upload, token } })
  const { _id: id, slug } = saved.body.data.ops[0]
  const [mail] = sendAs === 'email' ? await app.mails(address) : []
  const path = /\/d\/\w{7}\/[\w-]{22}/.exec(mail?.text ?? '')?.[0] ?? `/w/${slug}`
  const [, , , user] = path.split('/')
  return { id, slug, address, path, link: user === undefined ? { slug } : { slug, user }, sender: from }
}

/** It expired `hours` ago. */
export async function expire(app: TestApp, { id }: Pick<RequestableTransfer, 'id'>, hours = 1): Promise<void> {
  await sql`
    update transfers set expires_at = now() - make_interval(hours => ${hours}) where id = ${id}`.execute(app.ctx.db)
}

export const requestExtension = (person: Person, { link }: Pick<RequestableTransfer, 'link'>, more: object = {}) =>
  person.call('requestAccess', { body: { ...link, kind: 'time', ...more } })

export const requestOwnLink = (person: Person, { link }: Pick<RequestableTransfer, 'link'>, more: object = {}) =>
  person.call('requestAccess', { body: { ...link, kind: 'access', ...more } })

/** Mails to a person with an access request. */
export const accessRequestMailsTo = async (app: TestApp, address: string): Promise<OutboxMail[]> =>
  (await app.mails(address)).filter(({ text }) => /\/extension\/[\w-]{22}/.test(text))

/** The token in the newest such mail. */
export async function accessRequestToken(
  app: TestApp,
  { sender }: Pick<RequestableTransfer, 'sender'>,
): Promise<string> {
  const [mail] = await accessRequestMailsTo(app, sender.address)
  return /\/extension\/([\w-]{22})/.exec(mail?.text ?? '')?.[1] ?? ''
}

/** The newest code that was mailed to somebody. */
export async function newestCode(app: TestApp, address: string): Promise<string> {
  const codes = (await app.mails(address)).flatMap(({ text }) => /^[0-9A-HJKMNP-TV-Z]{5}$/m.exec(text)?.[0] ?? [])
  return codes[0] ?? ''
}

/** Requests more time for an expired transfer; returns the token of the sender's mail. */
export async function requestedToken(app: TestApp, of: RequestableTransfer, person = makePerson(app)): Promise<string> {
  await expire(app, of)
  await requestExtension(person, of)
  return accessRequestToken(app, of)
}

export const give = (person: Person, token: string) => person.call('checkExtension', { body: { token } })

export const recordOf = async (owner: AccountPerson, slug: string) =>
  (await (await owner.fetch(`/getQs?slug=${slug}`)).json()).allDocs[0]

export async function kindsOf(app: TestApp, { id }: Pick<RequestableTransfer, 'id'>): Promise<string[]> {
  const rows = await app.ctx.db
    .selectFrom('events')
    .select('kind')
    .where('transfer_id', '=', id)
    .orderBy('place')
    .execute()
  return rows.map(({ kind }) => kind)
}
