/** The server in its own process group, killed with -9 and restarted over the same folder. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { OPERATOR_TOKEN } from '../app/operator-token.ts'
import { SERVER_FLAGS } from '../app/start-flags.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const MAIN = 'apps/server/src/main.ts'

export class KillableServer {
  /** The embedded one, unless its settings name another. */
  get ownsDatabase(): boolean {
    return this.env.DATABASE_URL === undefined
  }

  readonly port: number
  readonly dataDir: string
  private readonly env: Record<string, string>
  private readonly within: string[]
  private readonly root: string
  private child: ChildProcess | null = null
  /** What its log calls a bug. */
  readonly bugs: string[] = []

  /**
   * `within`: a program and its arguments that run the server, such as one that creates a namespace. `root`: the folder
   * of another build.
   */
  constructor(dataDir: string, port: number, env: Record<string, string>, within: string[] = [], root = ROOT) {
    this.dataDir = dataDir
    this.port = port
    const given = { OPERATOR_TOKEN, LOG_LEVEL: 'fatal', ...env }
    this.env = { ...given, PORT: String(port), DATA_DIR: dataDir, UPLOAD_PORTS: 'none' }
    this.within = within
    this.root = root
  }

  get pid(): number {
    return this.child?.pid ?? 0
  }

  /** Resolves once it has ended, in any way. */
  get ended(): Promise<unknown> {
    return this.lives && this.child ? once(this.child, 'exit') : Promise.resolve()
  }

  get origin(): string {
    return `http://localhost:${this.port}`
  }

  /** Returns the milliseconds until it was ready. */
  async start(): Promise<number> {
    const began = performance.now()
    const [program = '', ...args] = [...this.within, process.execPath, ...SERVER_FLAGS, MAIN]
    const child = spawn(program, args, {
      cwd: this.root,
      env: { ...process.env, ...this.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    this.child = child
    createInterface({ input: child.stderr }).on('line', (line) => this.read(line))
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready`)))
      child.stdout?.on('data', (chunk: Buffer) => chunk.includes('Waybill is ready') && resolve())
    })
    return performance.now() - began
  }

  /** Whether it has been running since its last start. */
  get lives(): boolean {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null
  }

  private read(line: string): void {
    if (/"a bug:|internal-error/.test(line)) this.bugs.push(line)
    else if (!line.includes('"level":50') && !line.includes('"log":"security"')) process.stderr.write(`${line}\n`)
  }

  /** kill -9 of the whole process group; with `database`, of the embedded PostgreSQL at the same moment. */
  async kill(database: boolean): Promise<void> {
    const { child } = this
    if (!child?.pid) return
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    process.kill(-child.pid, 'SIGKILL')
    if (database) this.killDatabase()
    await gone
    this.child = null
  }

  /** kill -9 of the embedded PostgreSQL alone. */
  killDatabase(): void {
    process.kill(this.postmaster(), 'SIGKILL')
  }

  private postmaster(): number {
    const file = spawnSync('find', [join(this.dataDir, 'pg'), '-name', 'postmaster.pid'], { encoding: 'utf8' }).stdout
    return Number(readFileSync(file.split('\n')[0] ?? '', 'utf8').split('\n')[0])
  }

  /** Ctrl-C, and waits for the graceful end. Returns its exit code; null where it was not running. */
  async stop(): Promise<number | null> {
    const { child } = this
    if (!child || !this.lives) return null
    const gone = new Promise<number | null>((resolve) => child.once('exit', resolve))
    child.kill('SIGINT')
    return gone
  }

  /** `fsck --hash --json` over the folder: its findings. */
  fsck(): unknown[] {
    const done = spawnSync(process.execPath, ['apps/server/src/cli.ts', 'fsck', '--hash', '--json'], {
      cwd: this.root,
      env: { ...process.env, ...this.env },
      encoding: 'utf8',
    })
    if (done.status !== 0 && done.status !== 1) throw new Error(`fsck ended with ${done.status}: ${done.stderr}`)
    return JSON.parse(done.stdout) as unknown[]
  }
}
