/** Caddy as docs/operating.md sets it up for custom hosts, with the ports and the authority of a test. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDocumentedProxies } from '../../../../scripts/install/ensure-proxies.ts'
import { freePort } from '../app/free-port.ts'
import { until } from '../app/until.ts'
import type { Pebble } from '../http/pebble.ts'

const PAGE = join(import.meta.dirname, '../../../../docs/operating.md')

export class CaddyOnDemand {
  readonly #dir: string
  readonly #child: ChildProcess
  readonly port: number

  private constructor(dir: string, child: ChildProcess, port: number) {
    this.#dir = dir
    this.#child = child
    this.port = port
  }

  /** In front of a process at the port. */
  static async start(behind: number, pebble: Pebble): Promise<CaddyOnDemand> {
    ensureDocumentedProxies()
    const dir = mkdtempSync(join(tmpdir(), 'waybill-on-demand-'))
    const port = await freePort()
    const file = join(dir, 'Caddyfile')
    writeFileSync(file, settingsOf(pebble, { behind, port }))
    const env = { PATH: process.env.PATH, HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir }
    const child = spawn('/usr/bin/caddy', ['run', '--adapter', 'caddyfile', '--config', file], { env, stdio: 'ignore' })
    const caddy = new CaddyOnDemand(dir, child, port)
    await until(() => {
      if (child.exitCode !== null) throw new Error('Caddy did not start')
      return listens(port)
    })
    return caddy
  }

  async close(): Promise<void> {
    this.#child.kill('SIGTERM')
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit')
    rmSync(this.#dir, { recursive: true, force: true })
  }
}

function settingsOf(pebble: Pebble, { behind, port }: { behind: number; port: number }): string {
  const printed = readFileSync(PAGE, 'utf8').split('## Custom hosts')[1]?.split('```')[1] ?? ''
  const { ACME_DIRECTORY = '', ACME_CA_FILE = '' } = pebble.env
  // The authority asks at ports of its own, which Caddy cannot know.
  const issuer = `cert_issuer acme {
    dir ${ACME_DIRECTORY}
    trusted_roots ${ACME_CA_FILE}
    disable_tlsalpn_challenge
  }`
  const ours = `{\n  admin off\n  http_port ${pebble.httpPort}\n  https_port ${port}\n  ${issuer}\n`
  const [head = '', ...rest] = printed.trimStart().split('{\n')
  if (head !== '' || !printed.includes('127.0.0.1:3000')) throw new Error('docs/operating.md has no such Caddyfile')
  return (ours + rest.join('{\n')).replaceAll('127.0.0.1:3000', `127.0.0.1:${behind}`).replace(' 127.0.0.1:3001', '')
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}
