/** A Waybill as a person starts it: its own process, folder, embedded database and mailbox. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

export interface Mail {
  to: string
  from: string
  subject: string
  text: string
  html: string
  date: string
}

export class WaybillServer {
  readonly dataDir: string
  readonly port: number
  private readonly env: Record<string, string>
  private child: ChildProcess | null = null

  constructor(dataDir: string, port: number, env: Record<string, string>) {
    this.dataDir = dataDir
    this.port = port
    this.env = env
  }

  static async start(env: Record<string, string> = {}): Promise<WaybillServer> {
    const dataDir = await mkdtemp(join(tmpdir(), 'waybill-e2e-'))
    const server = new WaybillServer(dataDir, await freePort(), env)
    await server.start()
    return server
  }

  get origin(): string {
    return `http://localhost:${this.port}`
  }

  /** Starts the process and waits for the line with the address. */
  async start(): Promise<void> {
    const child = spawn('node', ['apps/server/src/main.ts'], {
      cwd: ROOT,
      env: {
        ...process.env,
        PORT: String(this.port),
        DATA_DIR: this.dataDir,
        LOG_LEVEL: 'warn',
        TRUSTED_PROXIES: '127.0.0.0/8,::1/128',
        ...this.env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.child = child
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready`)))
      child.stdout?.on('data', (chunk: Buffer) => {
        if (chunk.toString().includes('Waybill is ready')) resolve()
      })
    })
  }

  /** Ctrl-C, and waits until the process is gone. */
  stop(): Promise<void> {
    return this.end('SIGINT')
  }

  /** kill -9: nothing is finished, nothing is closed. */
  kill(): Promise<void> {
    return this.end('SIGKILL')
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this
    if (!child || child.exitCode !== null) return
    this.child = null
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    child.kill(signal)
    await gone
  }

  async close(): Promise<void> {
    await this.stop()
    await rm(this.dataDir, { recursive: true, force: true })
  }

  /** Mails to `address`, newest first, waited for until there are `count`. */
  async mailsTo(address: string, count = 1): Promise<Mail[]> {
    for (let tries = 0; tries < 300; tries += 1) {
      const response = await fetch(`${this.origin}/-/mailbox.json`)
      const mails = ((await response.json()) as Mail[]).filter((mail) => mail.to === address)
      if (mails.length >= count) return mails
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`No ${count} mails to ${address} came`)
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
