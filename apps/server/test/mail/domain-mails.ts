/** A server that sends from domains of workspaces: real name servers, a real mail server, and what arrives there. */
import type { Role } from '@waybill/contract/billing/plans'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { expect } from 'vitest'
import { recheckMailDomains } from '../../src/mail-domains/check-mail-domain.ts'
import { operate } from '../app/operate.ts'
import { makeTestApp, type TestApp } from '../app/test-app.ts'
import { NameServers } from '../http/name-servers.ts'
import { type AccountPerson, makeAccount } from '../people/account-person.ts'
import { verifyMails } from './foreign-verifiers.ts'
import { openSmtpInbox, type SmtpInbox } from './smtp-inbox.ts'

/** The answer to the whole mail where it is refused. */
type Refuses = (raw: string) => number | null

let domainsMade = 0
let people = 0

export class DomainMails {
  readonly servers: NameServers
  readonly app: TestApp
  readonly #inbox: SmtpInbox
  refuses: Refuses

  private constructor(made: { servers: NameServers; app: TestApp; inbox: SmtpInbox; rule: { refuses: Refuses } }) {
    this.servers = made.servers
    this.app = made.app
    this.#inbox = made.inbox
    this.refuses = () => null
    made.rule.refuses = (raw) => this.refuses(raw)
  }

  static async open(): Promise<DomainMails> {
    const servers = await NameServers.open()
    const rule: { refuses: Refuses } = { refuses: () => null }
    const inbox = await openRefusingInbox(rule)
    const env = {
      DNS_SERVERS: servers.address,
      MAIL_KEY_BASE: 'keys.test',
      MAIL_FROM: 'Waybill <no-reply@waybill.test>',
      SMTP_URL: inbox.url,
      // Nobody reads it here: what matters is that mails return to it.
      INBOUND_IMAP_URL: 'imap://bounce%40bounce.test:secret@127.0.0.1:9/INBOX',
    }
    return new DomainMails({ servers, inbox, rule, app: await makeTestApp({ env }) })
  }

  async close(): Promise<void> {
    await this.app.close()
    await this.#inbox.close()
    await this.servers.close()
  }

  makeAdmin(email: string, role: Role = 'business'): Promise<AccountPerson> {
    return makeAccount(this.app, { email, role, subscription: 'active', fullName: 'Ada Lovelace' })
  }

  /** A workspace whose domain works, and the records of its zone. */
  async withDomain({ at }: { at?: string } = {}) {
    const domain = newDomain()
    const admin = await this.makeAdmin(at ?? `ada@${domain}`)
    expect((await claim(admin, domain)).status).toBe(200)
    const records = await pointing(admin)
    await this.servers.set([...records, ...(await this.published())])
    expect(await check(admin)).toMatchObject({ DKIMUpdateStatus: 'Verified' })
    return { admin, domain, records }
  }

  /** The operator's half of the zone: what `mail-keys` prints. */
  async published(): Promise<string[]> {
    const { code, out } = await operate(this.app.env, 'mail-keys')
    expect(code).toBe(0)
    return out.trim().split('\n').filter(Boolean)
  }

  /** Sends a transfer to somebody new; returns the mail that they got. */
  async mailOf(owner: AccountPerson) {
    const to = newRecipient()
    await sendPlan(owner, [to])
    return this.arrived(to)
  }

  /** The one mail to the address, once no job is running. */
  async arrived(to: string) {
    const mails = await this.mailsTo(to)
    const [mail] = mails
    if (mail === undefined || mails.length > 1) throw new Error(`${mails.length} mails arrived for ${to}`)
    return mail
  }

  async mailsTo(address: string) {
    await this.app.runJobs()
    return this.#inbox.mails.filter(({ recipients }) => recipients.includes(address))
  }

  /** What the admin was told about mails that leave from our address. */
  async troubles(admin: AccountPerson): Promise<number> {
    const mails = await this.mailsTo(admin.address)
    return mails.filter(({ parsed }) => parsed.subject?.startsWith('Your emails no longer come from')).length
  }

  async verdict(mail: { raw: Buffer; sender: string }) {
    return (await verifyMails(this.servers.address, [mail]))[0]
  }

  /** Everything is due. */
  async recheck(): Promise<void> {
    await sql`update mail_domains set next_check_at = now()`.execute(this.app.ctx.db)
    await recheckMailDomains(this.app.ctx)
  }

  /** So that the next mail asks DNS again. */
  async forgetSeen(): Promise<void> {
    await sql`update mail_keys set seen_at = now() - interval '1 hour'`.execute(this.app.ctx.db)
  }
}

async function openRefusingInbox(rule: { refuses: Refuses }): Promise<SmtpInbox> {
  const inbox = await openSmtpInbox({
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks)
        const responseCode = rule.refuses(raw.toString('latin1'))
        if (responseCode !== null) return callback(Object.assign(new Error('not from there'), { responseCode }))
        const { mailFrom, rcptTo } = session.envelope
        const sender = mailFrom === false ? '' : mailFrom.address
        const recipients = rcptTo.map(({ address }) => address)
        inbox.mails.push({ sender, recipients, raw, parsed: await PostalMime.parse(raw) })
        callback()
      })
    },
  })
  return inbox
}

export const newDomain = (): string => `acme-${++domainsMade}.test`
export const newRecipient = (): string => `asha-${++people}@rao-forge.test`

export const claim = (person: AccountPerson, domain: string) => person.call('claimMailDomain', { body: { domain } })
export const read = async (person: AccountPerson) => (await person.call('readMailDomain')).body.mailDomain
export const check = async (person: AccountPerson) => (await person.call('checkMailDomain')).body.mailDomain

/** The customer's half of the zone. */
export async function pointing(person: AccountPerson): Promise<string[]> {
  const { records } = await read(person)
  return records.map(({ name, value }: { name: string; value: string }) => `${name}. CNAME ${value}.`)
}

/** As `send`, which reads the folder outbox, does. */
export async function sendPlan(owner: AccountPerson, emailTo: string[]): Promise<{ slug: string }> {
  const files = [{ path: 'plan.pdf', content: Buffer.from('plan') }]
  const plan = await owner.plan({ files, emailTo })
  await owner.upload(plan, files)
  const { body } = await owner.call('completeTransfer', { body: { upload: plan.upload, token: plan.token } })
  return { slug: body.data.ops[0].slug }
}
