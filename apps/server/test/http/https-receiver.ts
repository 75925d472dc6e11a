/** A foreign https server that receives webhooks: a real one, with its own certificate. */
import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { promisify } from 'node:util'

export interface Received {
  headers: IncomingHttpHeaders
  body: string
  id: string
  kind: string
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void

export const answering =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response.writeHead(status, headers).end('thank you')
  }

export class HttpsReceiver {
  readonly #server: Server
  readonly #folder: string
  readonly received: Received[] = []
  /** Connections of any kind, whether they sent anything or not. */
  connections = 0
  /** Requests without an answer yet, and the most there ever were at once. */
  open = 0
  mostOpen = 0
  answer: Answer = answering(204)

  private constructor(server: Server, folder: string) {
    this.#server = server
    this.#folder = folder
    server.on('connection', () => {
      this.connections += 1
    })
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void this.#take(request, response))
  }

  /** Its certificate is for localhost, 127.0.0.1 and `names`. */
  static async open(names: readonly string[] = []): Promise<HttpsReceiver> {
    const folder = await mkdtemp(join(tmpdir(), 'waybill-receiver-'))
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const known = ['DNS:localhost', 'IP:127.0.0.1', ...names.map((name) => `DNS:${name}`)].join(',')
    const args = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=receiver'.split(' ')
    await promisify(execFile)('openssl', [...args, '-addext', `subjectAltName=${known}`, '-keyout', key, '-out', cert])
    const server = createServer({ key: await readFile(key), cert: await readFile(cert) })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new HttpsReceiver(server, folder)
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get host(): string {
    return `localhost:${this.port}`
  }

  get url(): string {
    return `https://${this.host}/hook`
  }

  /** For NODE_EXTRA_CA_CERTS of another process. */
  get certFile(): string {
    return join(this.#folder, 'cert.pem')
  }

  /** Makes this process trust it, like an operator would with NODE_EXTRA_CA_CERTS. */
  async trust(): Promise<void> {
    setDefaultCACertificates([...getCACertificates('default'), await readFile(this.certFile, 'utf8')])
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.open += 1
    this.mostOpen = Math.max(this.mostOpen, this.open)
    response.once('close', () => {
      this.open -= 1
    })
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const { headers } = request
    this.received.push({
      headers,
      body,
      id: String(headers['waybill-delivery']),
      kind: String(headers['waybill-event']),
    })
    this.answer(request, response)
  }
}

/** Whether one of the signatures is made with this secret, by the guide's sample. */
export function isSignedWith(secret: string, { headers, body }: Received): boolean {
  const parts = String(headers['waybill-signature']).split(',')
  const time = parts.find((part) => part.startsWith('t='))?.slice(2)
  const marks = parts.filter((part) => part.startsWith('v1=')).map((part) => part.slice(3))
  const isFresh = Math.abs(Date.now() / 1_000 - Number(time)) < 300
  return isFresh && marks.includes(createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'))
}
