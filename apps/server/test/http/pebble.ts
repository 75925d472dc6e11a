/**
 * A certificate authority: Debian's pebble, which implements ACME like public ones and checks control of a host by
 * name.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ensurePrograms } from '../../../../scripts/install/ensure-programs.ts'
import { freePort } from '../app/free-port.ts'
import { until } from '../app/until.ts'
import { DnsStub } from './dns-stub.ts'
import { makePair, PairFiles } from './own-certificate.ts'

export class Pebble {
  readonly #dir: string
  readonly #files: PairFiles
  readonly #dns: DnsStub
  readonly #ports: { ask: number; manage: number }
  /** The port where it requests the answer to a challenge, of any host. */
  readonly httpPort: number
  #child: ChildProcess | null = null
  #said = ''

  private constructor(parts: { dir: string; files: PairFiles; dns: DnsStub; ports: number[] }) {
    const [ask = 0, manage = 0, httpPort = 0] = parts.ports
    this.#dir = parts.dir
    this.#files = parts.files
    this.#dns = parts.dns
    this.#ports = { ask, manage }
    this.httpPort = httpPort
  }

  /** Everything it needs; `start` runs it. Every host is this machine. */
  static async make(): Promise<Pebble> {
    ensurePrograms({ pebble: 'pebble', openssl: 'openssl' }, 'The tests of ordered certificates need an ACME server')
    const dns = await DnsStub.open()
    dns.answers = [['127.0.0.1']]
    const [dir, files] = [await mkdtemp(join(tmpdir(), 'waybill-pebble-')), await PairFiles.make(await makePair())]
    const ports = [await freePort(), await freePort(), await freePort()]
    const pebble = new Pebble({ dir, files, dns, ports })
    const { ask, manage } = pebble.#ports
    const settings = {
      listenAddress: `127.0.0.1:${ask}`,
      managementListenAddress: `127.0.0.1:${manage}`,
      certificate: files.certFile,
      privateKey: files.keyFile,
      httpPort: pebble.httpPort,
      tlsPort: await freePort(),
    }
    await writeFile(join(dir, 'pebble.json'), JSON.stringify({ pebble: settings }))
    return pebble
  }

  /** The settings of a server that orders here. */
  get env(): Record<string, string> {
    const directory = `https://localhost:${this.#ports.ask}/dir`
    return { TLS: 'acme', ACME_DIRECTORY: directory, ACME_CA_FILE: this.#files.certFile, ACME_EMAIL: 'ops@example.com' }
  }

  /** How many certificates it has signed since its start. */
  get signed(): number {
    return this.#said.match(/Issued certificate serial/g)?.length ?? 0
  }

  /** How many calls came to a path, including those refused for their nonce. */
  asked(path: string): number {
    return this.#said.split(`POST ${path} `).length - 1
  }

  /** It refuses `badNoncePercent` of valid nonces. */
  async start({ badNoncePercent = 0 } = {}): Promise<void> {
    const env = { PATH: process.env.PATH, PEBBLE_VA_NOSLEEP: '1', PEBBLE_AUTHZREUSE: '0' }
    const args = ['-config', join(this.#dir, 'pebble.json'), '-dnsserver', `127.0.0.1:${this.#dns.port}`]
    this.#said = ''
    this.#child = spawn('pebble', args, { env: { ...env, PEBBLE_WFE_NONCEREJECT: `${badNoncePercent}` } })
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (chunk) => {
        this.#said += chunk
      })
    }
    await until(() => this.root().then(Boolean, () => false))
  }

  /** The root of everything it signs. */
  root(): Promise<string> {
    return this.#tells('/roots/0')
  }

  /** What signs, and comes with each certificate. */
  intermediate(): Promise<string> {
    return this.#tells('/intermediates/0')
  }

  #tells(path: string): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const url = `https://127.0.0.1:${this.#ports.manage}${path}`
    const asked = request(url, { rejectUnauthorized: false, agent: false }, (answer) => resolve(text(answer)))
    asked.on('error', reject).end()
    return promise
  }

  async stop(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (child === null || child.exitCode !== null) return
    const gone = once(child, 'exit')
    child.kill()
    await gone
  }

  async close(): Promise<void> {
    await this.stop()
    this.#dns.close()
    await this.#files.remove()
    await rm(this.#dir, { recursive: true, force: true })
  }
}
