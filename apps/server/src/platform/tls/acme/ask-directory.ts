import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { AcmeProblem } from './acme-problem.ts'

const TIMEOUT_MS = 20_000
/** A chain has a few kilobytes. */
const MOST_BYTES = 262_144

export interface AcmeCall {
  method: 'GET' | 'HEAD' | 'POST'
  url: string
  body?: string
  /** Certificate authorities to trust in addition to the system's; null: only the system's. */
  ca: string[] | null
  signal: AbortSignal
}

export interface AcmeAnswer {
  status: number
  headers: IncomingHttpHeaders
  /** The parsed JSON, else the text. */
  body: unknown
}

/** One call to a certificate authority, only over https. @throws AcmeProblem where nothing, or too much, comes back */
export async function askDirectory({ method, url, body, ca, signal }: AcmeCall): Promise<AcmeAnswer> {
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') {
    throw new AcmeProblem(`the certificate authority leads to '${url}', which is no https address`)
  }
  const ended = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
  try {
    return await new Promise<AcmeAnswer>((resolve, reject) => {
      const headers = {
        'user-agent': 'waybill',
        ...(body === undefined ? {} : { 'content-type': 'application/jose+json' }),
      }
      const asked = request(url, { method, headers, signal: ended, agent: false, ...(ca ? { ca } : {}) })
      asked.on('error', reject)
      asked.on('response', (answer) => {
        const chunks: Buffer[] = []
        let bytes = 0
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes > MOST_BYTES) asked.destroy(new Error('its answer is too long'))
          else chunks.push(chunk)
        })
        answer.on('error', reject)
        answer.on('end', () => {
          const { statusCode: status = 0, headers } = answer
          resolve({ status, headers, body: read(Buffer.concat(chunks).toString(), headers['content-type']) })
        })
      })
      asked.end(body)
    })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new AcmeProblem(`${new URL(url).host} cannot be asked (${code ?? message})`)
  }
}

function read(text: string, type: string | undefined): unknown {
  if (!/json/.test(type ?? '')) return text
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
