import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { RouteName } from '@waybill/contract/core/routes'
import type { PlannedBlob, UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { Answer, CallOptions, TestApp } from '../app/test-app.ts'

let peopleMade = 0

export interface SentFile {
  path: string
  content: Buffer
}

export interface SendOptions {
  files: SentFile[]
  emailTo?: string[]
  message?: string
  expirySeconds?: number
}

export interface Sent {
  slug: string
  id: string
  upload: string
  /** Recipient address → the path of their personal link, from the mail. */
  links: Record<string, string>
}

/** A person's access to a server, either a test app's or another process. */
export type Site = Pick<TestApp, 'origin' | 'call' | 'fetch' | 'mails'> & Partial<Pick<TestApp, 'config'>>

/** A browser: its own cookie jar and address, as a trusted proxy would report it. */
export class Person {
  readonly address: string
  readonly ip: string
  private readonly app: Site
  private readonly cookies = new Map<string, string>()

  constructor(app: Site, address: string, ip: string) {
    this.app = app
    this.address = address
    this.ip = ip
  }

  headers(more: Record<string, string> = {}): Record<string, string> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const way = this.app.config?.trustedProxies.length === 0 ? {} : { 'x-forwarded-for': this.ip }
    return { ...way, ...(cookie ? { cookie } : {}), ...more }
  }

  async call(name: RouteName, options: CallOptions = {}): Promise<Answer> {
    const answer = await this.app.call(name, { ...options, headers: this.headers(options.headers) })
    this.keep(answer.headers)
    return answer
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const given = Object.fromEntries(new Headers(init.headers).entries())
    const response = await this.app.fetch(path, { ...init, headers: this.headers(given) })
    this.keep(response.headers)
    return response
  }

  private keep(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      this.keepCookie(pair.slice(0, at), pair.slice(at + 1))
    }
  }

  keepCookie(name: string, value: string): void {
    this.cookies.set(name, value)
  }

  /** Requests a code, reads it from the mail, and proves the address for this browser. */
  async prove(address = this.address): Promise<void> {
    await expectOk(this.call('requestSenderCode', { body: { email: address } }))
    const mails = await this.app.mails(address)
    // Others may have arrived since, such as a receipt.
    const mail = mails.find(({ subject }) => /code|验证码/i.test(subject)) ?? mails[0]
    const code = /\b[0-9A-HJKMNP-TV-Z]{5}\b/.exec(mail?.text ?? '')?.[0]
    if (!code) throw new Error(`No code in the mail to ${address}`)
    await expectOk(this.call('confirmSenderCode', { body: { email: address, verifyId: code } }))
  }

  /** Judged and planned, nothing sent yet. */
  async plan(options: SendOptions): Promise<UploadPlan> {
    const answer = await expectOk(this.call('planTransfer', { body: this.draft(options) }))
    return answer.body.plan
  }

  draft(options: SendOptions) {
    return {
      senderEmail: this.address,
      emailTo: (options.emailTo ?? ['asha@rao-forge.example']).map((email) => ({ email })),
      message: options.message ?? '',
      expirySeconds: options.expirySeconds ?? 604_800,
      files: options.files.map(({ path, content }) => ({
        path,
        bytes: content.length,
        modifiedAt: 1_790_000_000_000,
        fingerprint: createHash('sha256').update(path).update(content).digest('hex'),
      })),
    }
  }

  /** Puts every missing part of the plan, in turn. */
  async upload(plan: UploadPlan, files: SentFile[]): Promise<void> {
    for (const blob of plan.blobs) {
      const content = Buffer.concat(blob.members.map(({ file }) => files[file]?.content ?? Buffer.alloc(0)))
      const done = new Set(blob.have.map(([offset]) => offset))
      for (let offset = 0; offset < blob.bytes; offset += blob.partBytes) {
        if (done.has(offset) && blob.have.some(([from, bytes]) => from === offset && bytes >= blob.partBytes)) continue
        const part = content.subarray(offset, offset + blob.partBytes)
        if (plan.transport === 'presigned') await this.putSigned(plan, blob, offset, part, files)
        else await expectOk(this.putPart(plan, blob.path ?? '', offset, part))
      }
    }
  }

  /** To the store itself, by a URL that is signed for exactly these bytes. */
  private async putSigned(
    plan: UploadPlan,
    { id, bytes, members }: PlannedBlob,
    offset: number,
    part: Buffer,
    files: SentFile[],
  ): Promise<void> {
    const md5 = createHash('md5').update(part).digest('base64')
    const memberCrcs = members.map(({ file }) => crc32(files[file]?.content ?? Buffer.alloc(0)))
    const claim = { blob: id, offset, bytes: part.length, crc32: crc32(part), md5 }
    const signed = await expectOk(
      this.call('signParts', {
        params: { upload: plan.upload },
        headers: { authorization: `Bearer ${plan.token}` },
        body: { parts: [part.length === bytes ? { ...claim, memberCrcs } : claim] },
      }),
    )
    const [{ url, headers }] = signed.body.parts
    const put = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(part) })
    if (!put.ok) throw new Error(`The store answered ${put.status}: ${await put.text()}`)
  }

  async putPart(plan: UploadPlan, path: string, offset: number, part: Buffer): Promise<Answer> {
    const response = await this.fetch(path, {
      method: 'PUT',
      body: new Uint8Array(part),
      headers: {
        authorization: `Bearer ${plan.token}`,
        'content-type': 'application/octet-stream',
        'waybill-offset': String(offset),
        'waybill-crc32': String(crc32(part)),
      },
    })
    return { status: response.status, body: await response.json(), headers: response.headers }
  }

  /** The whole way: plans, uploads, saves; reads the links from the recipients' mails. */
  async send(options: SendOptions): Promise<Sent> {
    const plan = await this.plan(options)
    await this.upload(plan, options.files)
    const saved = await expectOk(this.call('completeTransfer', { body: { upload: plan.upload, token: plan.token } }))
    const [op] = saved.body.data.ops
    const links: Record<string, string> = {}
    for (const { email } of this.draft(options).emailTo) {
      const [mail] = await this.app.mails(email)
      const link = new RegExp(`/d/${op.slug}/[\\w-]{22}`).exec(mail?.text ?? '')?.[0]
      if (link) links[email] = link
    }
    return { slug: op.slug, id: op._id, upload: plan.upload, links }
  }
}

/** A new person, on a separate network. */
export function makePerson(app: Site, address?: string): Person {
  peopleMade += 1
  const ip = `203.${(peopleMade >> 8) & 255}.${peopleMade & 255}.7`
  return new Person(app, address ?? `person-${peopleMade}-${randomBytes(3).toString('hex')}@example.com`, ip)
}

async function expectOk(asked: Promise<Answer>): Promise<Answer> {
  const answer = await asked
  if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer
}
