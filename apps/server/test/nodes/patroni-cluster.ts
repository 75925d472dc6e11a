/** PostgreSQL under Patroni, with etcd, behind haproxy, as docs/scale sets them up; all on this machine. */
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../app/free-port.ts'
import { until } from '../app/until.ts'
import { type MemberOptions, MemberProcess } from './member-process.ts'
import { type Changes, scaleFile } from './scale-file.ts'

const PATIENCE_MS = 180_000
const LOOK_MS = 100

interface Member {
  name: string
  port: number
  apiPort: number
  dataDir: string
  patroni: MemberProcess
}

export class PatroniCluster {
  /** Waybill's database at the leader, through haproxy. */
  readonly url: string
  readonly #folder: string
  readonly #members: Member[]
  readonly #etcds: MemberProcess[]
  readonly #front: MemberProcess
  readonly #port: number

  private constructor(
    folder: string,
    port: number,
    parts: { members: Member[]; etcds: MemberProcess[]; front: MemberProcess },
  ) {
    this.#folder = folder
    this.#port = port
    this.#members = parts.members
    this.#etcds = parts.etcds
    this.#front = parts.front
    this.url = `postgres://waybill:choose-a-fourth@127.0.0.1:${port}/waybill`
  }

  /** Resolves once the leader has a synchronous standby and Waybill's empty database exists. */
  static async start(): Promise<PatroniCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'waybill-patroni-'))
    const ids = postgresIds()
    if (ids) chownSync(folder, ids.uid, ids.gid)
    chmodSync(folder, 0o755)
    const place = await makePlace(folder)
    const cluster = new PatroniCluster(folder, place.front, {
      etcds: ['e1', 'e2', 'e3'].map((name) => etcdOf(name, place, ids)),
      members: ['db1', 'db2'].map((name) => memberOf(name, place, ids)),
      front: frontOf(place),
    })
    // Their process groups are their own: a run that is broken off must not leave them behind.
    process.once('exit', () => {
      for (const { dataDir } of cluster.#members) killPostmaster(dataDir)
    })
    for (const etcd of cluster.#etcds) etcd.start()
    for (const { patroni } of cluster.#members) patroni.start()
    cluster.#front.start()
    await cluster.isWhole()
    await cluster.#makeDatabase()
    return cluster
  }

  /** Kills Patroni and PostgreSQL of the leader, as if its machine were gone. Returns its name. */
  async killLeader(): Promise<string> {
    const leader = await this.#find('/leader')
    await kill(leader)
    return leader.name
  }

  /** The same of the synchronous standby. */
  async killStandby(): Promise<string> {
    const standby = await this.#find('/replica')
    await kill(standby)
    return standby.name
  }

  async killEtcd(): Promise<void> {
    await this.#etcds[0]?.end()
  }

  /** Starts whatever was killed. */
  restore(): void {
    for (const etcd of this.#etcds) if (!etcd.lives) etcd.start()
    for (const { patroni } of this.#members) if (!patroni.lives) patroni.start()
  }

  /** Resolves once there is a leader with a synchronous standby. */
  async isWhole(): Promise<void> {
    const isWhole = async () => {
      const [[leader], [standby]] = await Promise.all([this.#having('/leader'), this.#having('/synchronous')])
      return leader !== undefined && standby !== undefined && leader !== standby
    }
    await until(isWhole, PATIENCE_MS)
  }

  /** Resolves once another member than `name` leads. */
  async isLedByOther(name: string): Promise<void> {
    await until(async () => (await this.#having('/leader')).some((member) => member.name !== name), PATIENCE_MS)
  }

  async close(): Promise<void> {
    await this.#front.end()
    for (const { patroni } of this.#members) await patroni.end('SIGTERM')
    for (const etcd of this.#etcds) await etcd.end()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #having(path: string): Promise<Member[]> {
    const are = await Promise.all(this.#members.map(({ apiPort }) => answersOk(apiPort, path)))
    return this.#members.filter((_member, nth) => are[nth])
  }

  async #find(path: string): Promise<Member> {
    for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
      const [member] = await this.#having(path)
      if (member) return member
      await pause(LOOK_MS)
    }
    throw new Error(`No member of the cluster is ${path}`)
  }

  async #makeDatabase(): Promise<void> {
    const connectionString = `postgres://postgres:choose-one@127.0.0.1:${this.#port}/postgres`
    const isUp = () =>
      withClient(connectionString, (client) => client.query('select')).then(
        () => true,
        () => false,
      )
    await until(isUp, PATIENCE_MS)
    const statements = scaleFile('database.sql', [])
      .replaceAll(/^--.*$/gm, '')
      .split(';')
    await withClient(connectionString, async (client) => {
      for (const statement of statements) if (statement.trim() !== '') await client.query(statement)
    })
  }
}

async function withClient(connectionString: string, act: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await act(client)
  } finally {
    await client.end().catch(() => {})
  }
}

async function kill({ patroni, dataDir }: Member): Promise<void> {
  patroni.signal('SIGKILL')
  killPostmaster(dataDir)
  await patroni.end()
}

/** Its workers end with it. Does nothing where none runs. */
function killPostmaster(dataDir: string): void {
  try {
    const pid = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
    // The number of one that has ended may be another program's.
    if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataDir)) process.kill(pid, 'SIGKILL')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ESRCH') throw error
  }
}

const answersOk = (port: number, path: string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(2_000) }).then(
    (answer) => answer.body?.cancel().then(() => answer.status === 200) ?? answer.status === 200,
    () => false,
  )

/** Which port each printed address has here. */
interface Place {
  folder: string
  front: number
  ports: Map<string, number>
}

async function makePlace(folder: string): Promise<Place> {
  const ports = new Map<string, number>()
  const addresses = [31, 32, 33].flatMap((host) => [`10.0.0.${host}:2379`, `10.0.0.${host}:2380`])
  for (const host of [21, 22]) addresses.push(`10.0.0.${host}:8008`, `10.0.0.${host}:5432`)
  const used = new Set<number>()
  for (const address of [...addresses, 'front']) {
    let port = await freePort()
    while (used.has(port)) port = await freePort()
    used.add(port)
    ports.set(address, port)
  }
  return { folder, front: ports.get('front') as number, ports }
}

const here = ({ ports }: Place, ...addresses: string[]): Changes =>
  addresses.map((address) => [address, `127.0.0.1:${ports.get(address)}`] as const)

function etcdOf(name: string, place: Place, ids: ReturnType<typeof postgresIds>): MemberProcess {
  const host = `10.0.0.3${name.slice(1)}`
  // e1's file with another member's own lines.
  const named = scaleFile('etcd.yml', [
    ['name: e1', `name: ${name}`],
    ['/var/lib/etcd', join(place.folder, name)],
    ...['listen-peer-urls', 'initial-advertise-peer-urls'].map(
      (key) => [`${key}: http://10.0.0.31:2380`, `${key}: http://${host}:2380`] as const,
    ),
    ...['listen-client-urls', 'advertise-client-urls'].map(
      (key) => [`\n${key}: http://10.0.0.31:2379`, `\n${key}: http://${host}:2379`] as const,
    ),
  ])
  const file = write(place, `${name}.yml`, moved(named, here(place, ...place.ports.keys())))
  return member(place, name, ['/usr/bin/etcd', '--config-file', file], ids)
}

function memberOf(name: string, place: Place, ids: ReturnType<typeof postgresIds>): Member {
  const host = `10.0.0.2${name.slice(2)}`
  const dataDir = join(place.folder, name)
  const text = scaleFile('patroni.yml', [
    ['name: db1', `name: ${name}`],
    ['10.0.0.21:8008', `${host}:8008`],
    ['10.0.0.21:5432', `${host}:5432`],
    ['/var/lib/postgresql/15/waybill', dataDir],
    ['/var/lib/postgresql/.patroni-pgpass', `${dataDir}.pgpass`],
    ['10.0.0.0/24', '127.0.0.0/8'],
    // The socket's folder of Debian is everybody's.
    ["wal_log_hints: 'on'", `wal_log_hints: 'on'\n        unix_socket_directories: ${place.folder}`],
  ])
  const file = write(place, `${name}.patroni.yml`, moved(text, here(place, ...place.ports.keys())))
  return {
    name,
    port: place.ports.get(`${host}:5432`) as number,
    apiPort: place.ports.get(`${host}:8008`) as number,
    dataDir,
    patroni: member(place, `${name}-patroni`, ['/usr/bin/patroni', file], ids),
  }
}

function frontOf(place: Place): MemberProcess {
  const api = (host: number) =>
    `127.0.0.1:${place.ports.get(`10.0.0.${host}:5432`)} check port ${place.ports.get(`10.0.0.${host}:8008`)}`
  const text = scaleFile('haproxy.cfg', [
    ['bind 127.0.0.1:5432', `bind 127.0.0.1:${place.front}`],
    ['10.0.0.21:5432', api(21)],
    ['10.0.0.22:5432', api(22)],
  ])
  return member(place, 'haproxy', ['/usr/sbin/haproxy', '-db', '-f', write(place, 'haproxy.cfg', text)])
}

const moved = (text: string, changes: Changes): string =>
  changes.reduce((before, [from, to]) => before.replaceAll(from, to), text)

function write({ folder }: Place, name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

function member(
  { folder }: Place,
  name: string,
  command: MemberOptions['command'],
  ids: ReturnType<typeof postgresIds> = null,
): MemberProcess {
  const logs = join(folder, 'logs')
  if (!existsSync(logs)) mkdirSync(logs)
  return new MemberProcess({ command, logFile: join(logs, `${name}.log`), ...(ids ? { ids } : {}) })
}

/** PostgreSQL refuses to run as root: its own user runs it then. */
function postgresIds(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const idOf = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: idOf('-u'), gid: idOf('-g') }
}
