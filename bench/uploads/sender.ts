import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { type RouteName, routes } from '@waybill/contract/core/routes'
import type { PlannedBlob, UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { Waybill } from '../servers.ts'
import { headOf, type WireRequest } from '../wire.ts'

export interface BenchFile {
  path: string
  bytes: number
}

export interface Saved {
  grant: string
  zip: { url: string; bytes: number }
}

interface SummedFile {
  id: string
  sha256: string | null
}

interface Mail {
  to: string
  text: string
  date: string
}

let sendersMade = 0

/** A visitor of a running Waybill with an address, who sends over the real wire. */
export class Sender {
  readonly address: string
  readonly recipient: string
  readonly #server: Waybill
  readonly #ip: string
  readonly #cookies = new Map<string, string>()

  constructor(server: Waybill) {
    sendersMade += 1
    const tag = `${sendersMade}-${randomBytes(3).toString('hex')}`
    this.address = `sender-${tag}@example.com`
    this.recipient = `recipient-${tag}@example.com`
    this.#server = server
    this.#ip = `203.${sendersMade >> 8}.${sendersMade & 255}.9`
  }

  /** A visitor who has proven the address with the code mailed to it. */
  static async proven(server: Waybill): Promise<Sender> {
    const sender = new Sender(server)
    await sender.call('requestSenderCode', { email: sender.address })
    await sender.call('confirmSenderCode', {
      email: sender.address,
      verifyId: await codeMailedTo(server, sender.address),
    })
    return sender
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers are read as the contract names them
  async call(name: RouteName, body: unknown, headers: Record<string, string> = {}): Promise<any> {
    const { method, path } = routes[name]
    const response = await fetch(new URL(path, this.#server.origin), {
      method,
      body: JSON.stringify(body),
      headers: {
        origin: this.#server.origin,
        'content-type': 'application/json',
        'x-forwarded-for': this.#ip,
        cookie: [...this.#cookies].map(([key, value]) => `${key}=${value}`).join('; '),
        ...headers,
      },
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      this.#cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const text = await response.text()
    if (!response.ok) throw new Error(`${name}: ${response.status} ${text.slice(0, 500)}`)
    return text === '' ? undefined : JSON.parse(text)
  }

  async plan(files: BenchFile[], effectiveType = 'other'): Promise<UploadPlan> {
    const body = {
      senderEmail: this.address,
      emailTo: [{ email: this.recipient }],
      message: '',
      expirySeconds: 604_800,
      effectiveType,
      files: files.map(({ path, bytes }) => ({
        path,
        bytes,
        modifiedAt: 1_790_000_000_000,
        fingerprint: createHash('sha256').update(`${path}:${bytes}`).digest('hex'),
      })),
    }
    return (await this.call('planTransfer', body)).plan
  }

  /** Requests that put a blob in parts of `partBytes`; its content is `content` from `at`. */
  puts(plan: UploadPlan, blob: PlannedBlob, content: Buffer, at: number, partBytes = blob.bytes): WireRequest[] {
    const requests: WireRequest[] = []
    for (let offset = 0; offset < blob.bytes; offset += partBytes) {
      const bytes = Math.min(partBytes, blob.bytes - offset)
      const head = headOf('PUT', blob.path ?? '', this.#server.host, {
        origin: this.#server.origin,
        authorization: `Bearer ${plan.token}`,
        'content-type': 'application/octet-stream',
        'content-length': bytes,
        'waybill-offset': offset,
        'waybill-crc32': crc32(content.subarray(at + offset, at + offset + bytes)),
      })
      requests.push({ head, offset: at + offset, bytes })
    }
    return requests
  }

  /** @throws Error unless the server holds every byte of the upload */
  async requireWhole(plan: UploadPlan): Promise<void> {
    const response = await fetch(new URL(`/uploads/${plan.upload}`, this.#server.origin), {
      headers: { authorization: `Bearer ${plan.token}` },
    })
    const now = (await response.json()) as UploadPlan
    const isWhole = now.blobs.every(
      ({ have, bytes }) => have.length === 1 && have[0]?.[0] === 0 && have[0][1] === bytes,
    )
    if (!response.ok || !isWhole) throw new Error(`The upload is not whole: ${response.status}`)
  }

  /** Saves the transfer; returns the link in the recipient's mail, which nobody has opened. */
  async complete(plan: UploadPlan): Promise<{ slug: string; user: string }> {
    await this.call('completeTransfer', { upload: plan.upload, token: plan.token })
    const [, slug, user] = /\/d\/(\w+)\/([\w-]{22})/.exec(await mailTo(this.#server, this.recipient)) ?? []
    if (slug === undefined || user === undefined) throw new Error(`No link in the mail to ${this.recipient}`)
    return { slug, user }
  }

  /** Saves the transfer and gets a grant for all of it, as the recipient of the mailed link. */
  async save(plan: UploadPlan): Promise<Saved> {
    const { slug, user } = await this.complete(plan)
    const { grant } = await this.call('grantDownload', { slug, user, files: 'all' })
    return { grant, zip: await this.call('planZip', { grant }) }
  }

  /** Waits until the server has read every saved file once more, so that nothing else runs during the measurement. */
  async settled({ grant }: Saved): Promise<Array<{ url: string; sha256: string }>> {
    for (let tries = 0; tries < 600; tries += 1) {
      const { transfer, links } = await this.call('describeDownload', { grant })
      const sums = new Map<string, string | null>(transfer.files.map((file: SummedFile) => [file.id, file.sha256]))
      if ([...sums.values()].every((sum) => sum !== null)) {
        return links.map(({ file, url }: { file: string; url: string }) => ({ url, sha256: sums.get(file) }))
      }
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    throw new Error('The files were not summed')
  }
}

/** The 5 characters that prove `address`. */
export async function codeMailedTo(server: Pick<Waybill, 'outbox'>, address: string): Promise<string> {
  const code = /^[0-9A-HJKMNP-TV-Z]{5}$/m.exec(await mailTo(server, address))?.[0]
  if (!code) throw new Error(`No code in the mail to ${address}`)
  return code
}

/** The newest mail to `address`; waits for it. */
async function mailTo({ outbox }: Pick<Waybill, 'outbox'>, address: string): Promise<string> {
  for (let tries = 0; tries < 300; tries += 1) {
    const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.json'))
    const mails: Mail[] = await Promise.all(
      names.map(async (name) => JSON.parse(await readFile(join(outbox, name), 'utf8'))),
    )
    const own = mails.filter(({ to }) => to === address).sort((one, other) => other.date.localeCompare(one.date))
    if (own[0]) return own[0].text
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`No mail to ${address}`)
}
