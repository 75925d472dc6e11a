/** A browser that uploads through the real engine and records every part the moment it is acknowledged. */
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { pathOf, type RouteName, routes } from '@waybill/contract/core/routes'
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import { fingerprintFiles, type SourceFile, startUpload, type UploadApi } from '@waybill/uploader'
import { type Environment, nodeEnvironment } from '@waybill/uploader/transport/node-transport'
import type { MailSink } from './mail-sink.ts'

/** Longer than a database takes to get another leader. */
const MOST_TRIES = 1_000

export interface AckedPart {
  blob: string
  offset: number
  bytes: number
}

export interface Made {
  path: string
  content: Buffer
}

export interface BrowserOptions {
  origin: string
  sink: MailSink
  name: string
  network: string
}

export class CrashBrowser {
  readonly files: Made[] = makeFiles()
  /** Parts that the server has acknowledged, in the order of the answers. */
  readonly journal: AckedPart[] = []
  upload: string | null = null
  protected token = ''
  protected readonly options: BrowserOptions
  /** The parts of the presigned store's URLs. */
  private readonly signed = new Map<string, Omit<AckedPart, 'bytes'>>()
  private cookie = ''

  constructor(options: BrowserOptions) {
    this.options = options
  }

  /** One call, retried until the server answers it; every try has the same key, like the page's. */
  async call(
    name: RouteName,
    body: unknown,
    params: Record<string, string> = {},
    headers: Record<string, string> = {},
  ) {
    const { method } = routes[name]
    const url = this.options.origin + pathOf(name, params)
    const key = randomBytes(12).toString('hex')
    for (let tries = 0; ; tries += 1) {
      try {
        const response = await fetch(url, {
          method,
          headers: {
            'idempotency-key': key,
            origin: this.options.origin,
            cookie: this.cookie,
            'x-forwarded-for': this.options.network,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
        for (const line of response.headers.getSetCookie()) this.cookie = line.split(';')[0] ?? this.cookie
        const answer = response.status === 204 ? {} : await response.json()
        if (response.ok) return answer
        if (response.status < 500 && answer.code !== 'still-working')
          throw new Refused(`${name}: ${JSON.stringify(answer)}`)
      } catch (error) {
        if (error instanceof Refused || tries > MOST_TRIES) throw error
      }
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
  }

  /** The files to send, in the engine's form. */
  protected fingerprinted() {
    return fingerprintFiles(this.files.map(asSource))
  }

  /** Sends what the plan still needs, through whatever happens to the server. `renew` resumes the upload. */
  protected async deliver(plan: UploadPlan, renew: () => Promise<{ plan: UploadPlan }>): Promise<void> {
    this.upload = plan.upload
    this.token = plan.token
    const bearer = () => ({ authorization: `Bearer ${this.token}` })
    const params = { upload: plan.upload }
    const api: UploadApi = {
      readUpload: () => this.call('readUpload', undefined, params, bearer()),
      renew: async () => {
        const renewed = await renew()
        this.token = renewed.plan.token
        return renewed.plan
      },
      signParts: async (body) => {
        const answer = await this.call('signParts', body, params, bearer())
        for (const { url, blob, offset } of answer.parts) this.signed.set(url, { blob, offset })
        return answer
      },
    }
    const environment = this.journalling()
    await startUpload({ plan, files: this.files.map(asSource), api, environment }).finished
  }

  /** What the server says it has, as [blob, offset, bytes]. */
  async held(): Promise<UploadPlan> {
    return this.call('readUpload', undefined, { upload: this.upload ?? '' }, { authorization: `Bearer ${this.token}` })
  }

  /** Which part a PUT carries: by its signed URL, or by our path and headers. */
  private partOf(url: string, headers: Record<string, string>, bytes: number): AckedPart {
    const signed = this.signed.get(url)
    if (signed) return { ...signed, bytes }
    const blob = /\/blobs\/([\w-]+)$/.exec(new URL(url).pathname)?.[1]
    const offset = new Headers(headers).get('waybill-offset')
    if (!blob || offset === null) throw new Error(`A part was sent to ${url}, which nobody named`)
    return { blob, offset: Number(offset), bytes }
  }

  /** Node's environment, with a transport that records what was answered with 200. */
  private journalling(): Environment {
    const environment = nodeEnvironment()
    const { transport } = environment
    return {
      ...environment,
      transport: {
        probe: (origin, timeoutMs) => transport.probe(origin, timeoutMs),
        send: (request) => {
          const sending = transport.send(request)
          const part = this.partOf(request.url, request.headers, request.body.size)
          sending.answer.then(
            ({ status }) => status === 200 && this.journal.push(part),
            () => undefined,
          )
          return sending
        },
      },
    }
  }
}

class Refused extends Error {}

function makeFiles(): Made[] {
  const sizes = [
    0,
    randomInt(1, 60_000),
    randomInt(1, 200_000),
    randomInt(1, 3_000),
    randomInt(300_000, 6_000_000),
    randomInt(9_000_000, 14_000_000),
  ]
  return sizes.map((bytes, i) => ({
    path: i % 2 ? `folder/报价 ${i}.bin` : `file-${i}.bin`,
    content: randomBytes(bytes),
  }))
}

function asSource({ path, content }: Made): SourceFile {
  const blob = new Blob([new Uint8Array(content)])
  return { path, bytes: content.length, modifiedAt: 1_790_000_000_000, slice: (start, end) => blob.slice(start, end) }
}

export const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')
