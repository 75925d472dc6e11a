import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CODE_CACHE } from '../apps/server/src/code-cache.ts'
import { freePort } from '../apps/server/test/app/free-port.ts'
import { SERVER_FLAGS } from '../apps/server/test/app/start-flags.ts'
import { peakMbOf, residentMbOf } from './cpu-of.ts'

export const ROOT = join(import.meta.dirname, '..')
/** Processes that must not outlive this one, however it ends. */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill()
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

/** A server in a separate process. */
export interface Server extends AsyncDisposable {
  readonly pid: number
  port: number
  /** The server's own folder; it is removed with the server. */
  dir: string
}

export interface Waybill extends Server {
  host: string
  origin: string
  /** Where mails go without an SMTP server. */
  outbox: string
  /** A new process over the same folder, with nothing from before in its memory. */
  restart(): Promise<void>
}

export interface WaybillOptions {
  env?: Record<string, string>
  /** Raises the plans' limits for transfers of more files and bytes. */
  liftLimits?: boolean
  /** The command that starts the process, such as `ip netns exec …`. */
  through?: string[]
  /** Another program of this folder that loads first. */
  preload?: string
  /** Runs it as `npm start` does, which restarts it when it dies. */
  isSupervised?: boolean
}

/** Waybill's server with a new folder and its embedded database. */
export async function startWaybill({
  env = {},
  liftLimits = false,
  through = [],
  preload,
  isSupervised = false,
}: WaybillOptions = {}): Promise<Waybill> {
  const dir = await mkdtemp(join(tmpdir(), 'waybill-bench-'))
  const port = Number(env.PORT ?? (await freePort()))
  const preloads = [...(liftLimits ? ['uploads/lift-limits.ts'] : []), ...(preload === undefined ? [] : [preload])]
  const lift = preloads.flatMap((file) => ['--import', join(ROOT, 'bench', file)])
  const extra = (process.env.BENCH_NODE_FLAGS ?? '').split(' ').filter(Boolean)
  const command = [
    ...through,
    'node',
    ...SERVER_FLAGS,
    ...extra,
    ...lift,
    `apps/server/src/${isSupervised ? 'supervise' : 'main'}.ts`,
  ]
  const settings = {
    PORT: String(port),
    // As the supervisor of `npm start` sets it.
    NODE_COMPILE_CACHE: CODE_CACHE,
    DATA_DIR: dir,
    TRUSTED_PROXIES: '127.0.0.0/8',
    UPLOAD_PORTS: 'none',
    LOG_LEVEL: 'fatal',
    ...env,
  }
  const start = async () => {
    const started = await startProcess({ command, env: settings, readyText: 'Waybill is ready', port, dir })
    if (!isSupervised) await memoryGivenBack(started.pid)
    return started
  }
  let server = await start()
  const origin = env.PUBLIC_URL ?? `http://localhost:${port}`
  return {
    get pid() {
      return server.pid
    },
    port,
    dir,
    origin,
    host: new URL(origin).host,
    outbox: join(dir, 'outbox'),
    async restart() {
      await server.stop()
      server = await start()
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/** A server at rest holds less than this share of the most memory that its start took. */
const AT_REST = 0.85

/**
 * Waits until the server has given back what its start took, a few seconds later: the collection is not part of what is
 * measured. Waits at most ten seconds.
 */
async function memoryGivenBack(pid: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (residentMbOf(pid) < AT_REST * peakMbOf(pid)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** One of the Node servers of this folder: `node FLAGS FILE PORT DIR`. */
export async function startPeer(
  file: string,
  { dir, flags = [] }: { dir?: string; flags?: readonly string[] } = {},
): Promise<Server> {
  const own = dir ?? (await mkdtemp(join(tmpdir(), 'waybill-bench-')))
  const port = await freePort()
  return startProcess({ command: ['node', ...flags, join('bench', file), String(port), own], port, dir: own })
}

interface Start {
  command: string[]
  env?: Record<string, string>
  /** The line that the server prints once it is ready; without it, the server is ready when its port answers. */
  readyText?: string
  port: number
  /** Removed together with the server. */
  dir: string
}

/** Starts a server and waits until it is ready. `stop` leaves its folder in place. */
export async function startProcess({
  command,
  env,
  readyText,
  port,
  dir,
}: Start): Promise<Server & { stop(): Promise<void> }> {
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const failed = new Promise<never>((_resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${command.join(' ')} ended with ${code}`)))
  })
  failed.catch(() => {})
  const said = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => readyText && chunk.toString().includes(readyText) && resolve())
  })
  await Promise.race([failed, readyText ? said : answering(port)])
  return {
    pid: child.pid as number,
    port,
    dir,
    stop: () => stop(child),
    async [Symbol.asyncDispose]() {
      await stop(child)
      await rm(dir, { recursive: true, force: true })
    },
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}

async function answering(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`Nothing answers on port ${port}`)
}
