import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'

/** Groups that must not outlive this process, however it ends. */
const running = new Set<MemberProcess>()
process.on('exit', () => {
  for (const member of running) member.signal('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

export interface MemberOptions {
  command: readonly [program: string, ...args: string[]]
  /** Takes its output. */
  logFile: string
  /** Who runs it; the caller by default. */
  ids?: { uid: number; gid: number }
}

/** A program in its own process group, so that it dies with all that it started. */
export class MemberProcess {
  readonly #options: MemberOptions
  #child: ChildProcess | null = null

  constructor(options: MemberOptions) {
    this.#options = options
  }

  get lives(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }

  start(): void {
    const { command, logFile, ids = {} } = this.#options
    const [program, ...args] = command
    const log = openSync(logFile, 'a')
    this.#child = spawn(program, args, { ...ids, cwd: '/', stdio: ['ignore', log, log], detached: true })
    closeSync(log)
    running.add(this)
    this.#child.once('exit', () => running.delete(this))
  }

  /** To the whole group. */
  signal(signal: NodeJS.Signals): void {
    if (this.lives && this.#child?.pid) process.kill(-this.#child.pid, signal)
  }

  async end(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (!this.lives || this.#child === null) return
    const gone = once(this.#child, 'exit')
    this.signal(signal)
    await gone
  }
}
