/**
 * Real DNS on loopback: knot holds the zone `test`, and unbound asks it, as the resolver of a server does. Asked
 * directly, knot would not follow a name into another zone.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { promises as dns } from 'node:dns'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureNameServers } from '../../../../scripts/install/ensure-name-servers.ts'
import { freePort } from '../app/free-port.ts'
import { until } from '../app/until.ts'

export class NameServers {
  readonly #dir: string
  readonly #ports: { zone: number; resolver: number }
  #children: ChildProcess[] = []
  #serial = 1

  private constructor(dir: string, ports: { zone: number; resolver: number }) {
    this.#dir = dir
    this.#ports = ports
  }

  static async open(records: string[] = []): Promise<NameServers> {
    ensureNameServers()
    const dir = await mkdtemp(join(tmpdir(), 'waybill-dns-'))
    const servers = new NameServers(dir, { zone: await freePort(), resolver: await freePort() })
    await servers.set(records)
    return servers
  }

  /** For DNS_SERVERS: the resolver. */
  get address(): string {
    return `127.0.0.1:${this.#ports.resolver}`
  }

  /** Replaces the zone `test`; restarts both, because a resolver caches answers. */
  async set(records: string[]): Promise<void> {
    await this.stop()
    await this.#write(records)
    this.#children = [
      spawn('/usr/sbin/knotd', ['-c', join(this.#dir, 'knot.conf')], { stdio: 'ignore' }),
      spawn('/usr/sbin/unbound', ['-d', '-c', join(this.#dir, 'unbound.conf')], { stdio: 'ignore' }),
    ]
    await until(() => this.#answers())
  }

  async #answers(): Promise<boolean> {
    const resolver = new dns.Resolver({ timeout: 200, tries: 1 })
    resolver.setServers([this.address])
    return resolver.resolveTxt(`serial-${this.#serial}.test`).then(Boolean, () => false)
  }

  async #write(records: string[]): Promise<void> {
    this.#serial += 1
    const { zone, resolver } = this.#ports
    const dir = this.#dir
    await mkdir(join(dir, 'run'), { recursive: true })
    await writeFile(
      join(dir, 'test.zone'),
      [
        '$ORIGIN test.',
        '$TTL 1',
        `@ SOA ns.test. ops.test. ${this.#serial} 60 60 60 1`,
        '@ NS ns.test.',
        'ns A 127.0.0.1',
        `serial-${this.#serial} TXT "here"`,
        ...records,
        '',
      ].join('\n'),
    )
    await writeFile(
      join(dir, 'knot.conf'),
      `server:
  rundir: "${dir}/run"
  listen: 127.0.0.1@${zone}
database:
  storage: "${dir}/run"
zone:
  - domain: test
    file: "${dir}/test.zone"
    storage: "${dir}"
    zonefile-sync: -1
    journal-content: none
`,
    )
    await writeFile(
      join(dir, 'unbound.conf'),
      `server:
  interface: 127.0.0.1
  port: ${resolver}
  username: ""
  chroot: ""
  directory: "${dir}"
  pidfile: ""
  use-syslog: no
  do-not-query-localhost: no
  module-config: "iterator"
  local-zone: "test." nodefault
remote-control:
  control-enable: no
stub-zone:
  name: "test."
  stub-addr: 127.0.0.1@${zone}
`,
    )
  }

  /** Nobody answers from here on. */
  async stop(): Promise<void> {
    const children = this.#children
    this.#children = []
    await Promise.all(
      children
        .filter((child) => child.exitCode === null && child.signalCode === null)
        .map(async (child) => {
          const gone = once(child, 'exit')
          child.kill()
          await gone
        }),
    )
  }

  async close(): Promise<void> {
    await this.stop()
    await rm(this.#dir, { recursive: true, force: true })
  }
}
