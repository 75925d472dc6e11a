import type { RouteName } from '@waybill/contract/core/routes'
import type { RequestRecord } from '@waybill/contract/requests/shapes'
import { namesInZip, type ZipEntry } from '../bad-input/attack/outlets.ts'
import { queryBeside } from '../database/query-beside.ts'
import { PASSWORD } from '../people/account-person.ts'
import { CrashBrowser } from './crash-browser.ts'

const ADDRESS = 'buyer@asking.example'

/** The requesting account, signed up by mail like any other, on a plan without restrictive limits. */
export class CrashRequester extends CrashBrowser {
  readonly address = ADDRESS
  private accessToken = ''

  async signUp(dataDir: string): Promise<void> {
    await this.call('verifySignup', { email: ADDRESS, verifyComplete: '' })
    const mail = await this.options.sink.waitFor(ADDRESS)
    const verifyComplete = /^[0-9A-HJKMNP-TV-Z]{5}$/m.exec(mail.text)?.[0] ?? ''
    await this.call('verifySignup', { email: ADDRESS, verifyComplete })
    this.accessToken = (await this.call('signUp', { email: ADDRESS, password: PASSWORD })).accessToken
    await queryBeside(
      dataDir,
      `with paid as (update subscriptions set role = 'business', status = 'active')
       update accounts set created_at = created_at - interval '60 days'`,
    )
  }

  async logIn(): Promise<void> {
    this.accessToken = (await this.call('logIn', { email: ADDRESS, password: PASSWORD })).accessToken
  }

  /** A call of the account. */
  own(name: RouteName, body?: unknown, params: Record<string, string> = {}) {
    return this.call(name, body, params, { authorization: `Bearer ${this.accessToken}` })
  }

  async ask(title: string, addresses: readonly string[]): Promise<RequestRecord> {
    const suppliers = addresses.map((email) => ({ email }))
    return (await this.own('createRequest', { title, items: [{ name: 'Papers' }], suppliers })).request
  }

  /** Everything submitted to a request, by its path in the archive. */
  async fetchAll(request: string): Promise<ZipEntry[]> {
    const { links } = await this.own('fetchInboxFiles', {}, { request })
    const archives: ZipEntry[] = []
    for (const { url } of links) {
      const answer = await fetch(new URL(url, this.options.origin))
      archives.push(...namesInZip(Buffer.from(await answer.arrayBuffer())))
    }
    return archives
  }

  /** How often the feed has each kind of notification. */
  async heard(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {}
    for (let before: number | null | undefined; before !== null; ) {
      const { notifications, next } = await this.own('listNotifications', { take: 100, ...(before ? { before } : {}) })
      for (const { kind } of notifications) counts[kind] = (counts[kind] ?? 0) + 1
      before = next
    }
    return counts
  }
}
