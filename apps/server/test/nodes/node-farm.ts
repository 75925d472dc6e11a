/** Several servers on one database and one store behind nginx or haproxy, as docs/scale sets them up; none is sticky. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../app/free-port.ts'
import { until } from '../app/until.ts'
import { KillableServer } from '../crash/killable-server.ts'
import { MemberProcess } from './member-process.ts'
import { type Changes, nodeSettings, scaleFile } from './scale-file.ts'

export type FrontName = 'nginx' | 'haproxy'

/** Of docs/scale/node.env; the others are the farm's own, or not needed by a test. */
interface FarmSettings {
  DATABASE_URL: string
  SMTP_URL: string
  /** Null: the nodes share a folder. */
  S3_ENDPOINT: string | null
}

export class NodeFarm {
  readonly origin: string
  readonly nodes: KillableServer[]
  readonly folder: string
  /** Of every node. */
  readonly env: Record<string, string>
  readonly #front: MemberProcess

  private constructor(
    place: { folder: string; port: number; nodes: KillableServer[] },
    env: Record<string, string>,
    front: MemberProcess,
  ) {
    this.folder = place.folder
    this.origin = `http://localhost:${place.port}`
    this.nodes = place.nodes
    this.env = env
    this.#front = front
  }

  /**
   * Starts the nodes one after the other, since the first one migrates the database, then the balancer. `root`: the
   * folder of another build.
   */
  static async start(count: number, front: FrontName, settings: FarmSettings, root?: string): Promise<NodeFarm> {
    const folder = mkdtempSync(join(tmpdir(), 'waybill-nodes-'))
    const port = await freePort()
    const env = envOf(port, settings)
    const nodes: KillableServer[] = []
    for (let nth = 0; nth < count; nth += 1) nodes.push(new KillableServer(folder, await freePort(), env, [], root))
    const farm = new NodeFarm({ folder, port, nodes }, env, frontOf(front, { folder, port, nodes }))
    for (const node of nodes) await node.start()
    farm.#front.start()
    await until(() => answers(port))
    return farm
  }

  /** Stops a node in order, and starts this build in its place. */
  async update(nth: number): Promise<void> {
    const node = this.nodes[nth]
    if (node === undefined) throw new Error(`There is no node ${nth}`)
    await node.stop()
    const updated = new KillableServer(this.folder, node.port, this.env)
    this.nodes[nth] = updated
    await updated.start()
  }

  /** What the logs of the nodes call a bug. */
  get bugs(): string[] {
    return this.nodes.flatMap(({ bugs }) => bugs)
  }

  /** Stands still without dying: its connections stay open, and it answers nothing. */
  pause(node: KillableServer): void {
    process.kill(node.pid, 'SIGSTOP')
  }

  resume(node: KillableServer): void {
    process.kill(node.pid, 'SIGCONT')
  }

  async close(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.stop()))
    await this.#front.end()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

function envOf(port: number, { S3_ENDPOINT, ...settings }: FarmSettings): Record<string, string> {
  const own = { ...settings, PUBLIC_URL: `http://localhost:${port}`, TRUSTED_PROXIES: '127.0.0.0/8,::1/128' }
  const all = nodeSettings(S3_ENDPOINT === null ? own : { ...own, S3_ENDPOINT })
  const kept = Object.entries(all).filter(([name]) => S3_ENDPOINT !== null || !name.startsWith('S3_'))
  return { ...Object.fromEntries(kept), LOG_LEVEL: 'error' }
}

interface Place {
  folder: string
  port: number
  nodes: ReadonlyArray<{ port: number }>
}

/** The document's three nodes, of which a smaller farm has the first ones. */
const HOSTS = ['10.0.0.11:3000', '10.0.0.12:3000', '10.0.0.13:3000'] as const

/** A balancer that is not running yet. */
export function frontOf(name: FrontName, place: Place): MemberProcess {
  const file = join(place.folder, `front-${name}.conf`)
  writeFileSync(file, name === 'nginx' ? nginx(place) : haproxy(place))
  const command =
    name === 'nginx'
      ? (['/usr/sbin/nginx', '-c', file, '-e', 'stderr'] as const)
      : (['/usr/sbin/haproxy', '-db', '-f', file] as const)
  return new MemberProcess({ command, logFile: join(place.folder, `front-${name}.log`) })
}

/** Every actor of the tests sends its own address, and none speaks TLS. */
function nginx({ folder, port, nodes }: Place): string {
  for (const name of ['body', 'proxy']) mkdirSync(join(folder, name), { recursive: true })
  const text = scaleFile('nginx.conf', [
    ...HOSTS.map((host, nth) => [`  server ${host};\n`, lineOf(nodes[nth], (at) => `  server ${at};\n`)] as const),
    ['listen 443 ssl;', `listen 127.0.0.1:${port};`],
    ['server_name send.example.com;', 'server_name localhost;'],
    ['$remote_addr', '$http_x_forwarded_for'],
    ...withoutTls,
  ])
  return `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${folder}/nginx.pid;
worker_processes 1;
events { worker_connections 2048; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  ${text}
}
`
}

const withoutTls: Changes = [
  ['  ssl_certificate /etc/tls/fullchain.pem;\n', ''],
  ['  ssl_certificate_key /etc/tls/privkey.pem;\n', ''],
  ['  ssl_protocols TLSv1.2 TLSv1.3;\n', ''],
  ['  ssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;\n', ''],
]

const haproxy = ({ port, nodes }: Place): string =>
  scaleFile('balancer.cfg', [
    [
      'bind :443 ssl crt /etc/haproxy/send.pem alpn http/1.1 ssl-min-ver TLSv1.2 ciphers ECDHE+AESGCM:ECDHE+CHACHA20',
      `bind 127.0.0.1:${port}`,
    ],
    ['hdr Host send.example.com', `hdr Host localhost:${port}`],
    // Every actor of the tests sends its own address.
    ['  option forwardfor\n', ''],
    ...HOSTS.flatMap((host, nth) => {
      const name = `n${nth + 1}`
      return [
        [`  server ${name} ${host}\n`, lineOf(nodes[nth], (at) => `  server ${name} ${at}\n`)],
        [
          `  server ${name} ${host} track waybill/${name}\n`,
          lineOf(nodes[nth], (at) => `  server ${name} ${at} track waybill/${name}\n`),
        ],
      ] as const
    }),
  ])

const lineOf = (node: { port: number } | undefined, line: (at: string) => string): string =>
  node === undefined ? '' : line(`127.0.0.1:${node.port}`)

/** Whether something listens on a port of this machine. */
export function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
