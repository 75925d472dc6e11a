import { expect } from 'vitest'
import { checkTransfers } from '../../src/transfers/index.ts'
import { type Answer, makeTestApp, type TestApp } from '../app/test-app.ts'
import { type AccountPerson, makeAccount } from '../people/account-person.ts'
import { makePerson, type Person, type SentFile } from '../people/people.ts'
import { noise } from '../people/recipient.ts'

export const PASSWORD = 'open for asha'
const secrets = [
  { path: 'secret-plan.pdf', content: noise(90_001) },
  { path: 'note.txt', content: noise(500) },
]

export type Link = { slug: string; user?: string }
export interface GuardedTransfer {
  id: string
  /** Of the only recipient of an email transfer. */
  address: string
  /** Of its page. */
  path: string
  link: Link
}

/** A server, a sender who restricts their links, and every visitor. */
export class GuardedLinks {
  readonly app: TestApp
  readonly owner: AccountPerson
  #sent = 0

  private constructor(app: TestApp, owner: AccountPerson) {
    this.app = app
    this.owner = owner
  }

  static async open(): Promise<GuardedLinks> {
    const app = await makeTestApp()
    return new GuardedLinks(app, await makeAccount(app, { role: 'pro', fullName: 'Li Wei' }))
  }

  async close(): Promise<void> {
    expect(await checkTransfers(this.app.ctx)).toEqual([])
    await this.app.close()
  }

  stranger = (): Person => makePerson(this.app)

  /** Two files, or those given, by email to a new address, or as a link. */
  async send(sendAs: 'email' | 'link' = 'email', files: readonly SentFile[] = secrets): Promise<GuardedTransfer> {
    this.#sent += 1
    const address = `reader-${this.#sent}@rao-forge.example`
    const draft = { ...this.owner.draft({ files: [...files], emailTo: [address], message: 'for your eyes' }), sendAs }
    const { body } = await this.owner.call('planTransfer', { body: draft })
    await this.owner.upload(body.plan, [...files])
    const { upload, token } = body.plan
    const saved = await this.owner.call('completeTransfer', { body: { upload, token } })
    const { _id: id, slug } = saved.body.data.ops[0]
    const [mail] = sendAs === 'email' ? await this.app.mails(address) : []
    const path = /\/d\/\w{7}\/[\w-]{22}/.exec(mail?.text ?? '')?.[0] ?? `/w/${slug}`
    const [, , , user] = path.split('/')
    return { id, address, path, link: user === undefined ? { slug } : { slug, user } }
  }

  edit = (transfer: string, body: object) => this.owner.call('editTransfer', { params: { transfer }, body })

  /** The newest code that was mailed to a person, and how many there were. */
  async codeFor(address: string): Promise<{ count: number; code: string }> {
    const mails = (await this.app.mails(address)).filter(({ subject }) => /code/i.test(subject))
    return { count: mails.length, code: /^[0-9A-HJKMNP-TV-Z]{5}$/m.exec(mails[0]?.text ?? '')?.[0] ?? '' }
  }

  /** The page of a closed link must reveal nothing about the transfer. */
  expectNothingTold(text: string, address?: string): void {
    const told = [
      this.owner.address,
      'Li Wei',
      'secret-plan',
      'note.txt',
      'for your eyes',
      ...(address ? [address] : []),
    ]
    for (const word of told) expect(text).not.toContain(word)
  }
}

export const unlock = (person: Person, link: Link, shown: object = {}) =>
  person.call('unlockTransfer', { body: { ...link, ...shown } })

export const grant = (person: Person, link: Link, wanted: unknown = 'all') =>
  person.call('grantDownload', { body: { ...link, files: wanted } })

export const codeOf = ({ status, body }: Pick<Answer, 'status' | 'body'>): string => (status < 300 ? 'done' : body.code)

export async function pageOf(person: Person, path: string): Promise<{ status: number; text: string }> {
  const response = await person.fetch(path)
  return { status: response.status, text: await response.text() }
}
