import { setPriority } from 'node:os'
import { Problem } from '@waybill/contract/core/problems'
import type { Logger } from 'pino'
import { sandboxCommand } from './sandbox-command.ts'
import { killEnclosed, spawnEnclosed, type Wall } from './sandbox-wall.ts'
import { type Frame, frameOf, readFrames } from './sandboxed/frames.ts'

const MAX_ANSWER_BYTES = 8 * 1024 * 1024
const MAX_COMPLAINT_CHARS = 2_000
/** Lower priority than the process that serves people. */
const NICENESS = 10

export type SandboxOutcome = { kind: 'answered'; frame: Frame } | { kind: 'out-of-time' } | { kind: 'died' }

interface Child {
  process: ReturnType<typeof spawnEnclosed>
  answers: AsyncGenerator<Frame>
}

/** The child has ended; no more output follows. */
class Gone extends Error {}

/** One child process, started when there is work and replaced after it has died. Does one piece of work at a time. */
export class Sandbox {
  private readonly program: string
  private readonly wall: Promise<Wall>
  private readonly limitMs: number
  private readonly log: Pick<Logger, 'warn' | 'debug'>
  private child: Child | null = null
  private isClosed = false

  constructor(
    log: Pick<Logger, 'warn' | 'debug'>,
    { program, limitMs, wall }: { program: string; limitMs: number; wall: Promise<Wall> },
  ) {
    this.log = log
    this.program = program
    this.wall = wall
    this.limitMs = limitMs
  }

  /** Null while none is running. */
  get pid(): number | null {
    return this.child?.process.pid ?? null
  }

  /** Kills the child after `limitMs`. Never throws for what the child does. @throws Problem 'stopping' once closed */
  async work(head: unknown, body: Uint8Array): Promise<SandboxOutcome> {
    const child = await this.start()
    let isOutOfTime = false
    const limit = setTimeout(() => {
      isOutOfTime = true
      killEnclosed(child.process)
    }, this.limitMs)
    try {
      for (const chunk of frameOf(head, body)) child.process.stdin.write(chunk)
      const { value, done } = await child.answers.next()
      if (!done) return { kind: 'answered', frame: value }
    } catch (error) {
      if (!(error instanceof Gone)) this.log.warn({ error }, 'a sandbox gave an invalid answer')
    } finally {
      clearTimeout(limit)
    }
    this.end()
    return { kind: isOutOfTime ? 'out-of-time' : 'died' }
  }

  end(): void {
    if (this.child !== null) killEnclosed(this.child.process)
    this.child = null
  }

  close(): void {
    this.isClosed = true
    this.end()
  }

  private async start(): Promise<Child> {
    if (this.child !== null) return this.child
    const { words, filter } = sandboxCommand(this.program, await this.wall)
    if (this.isClosed) throw new Problem('stopping')
    const process = spawnEnclosed(words, filter)
    stepBack(process.pid)
    const child: Child = { process, answers: readFrames(process.stdout, MAX_ANSWER_BYTES) }
    process.stdout.on('error', () => undefined)
    process.once('error', (error) => this.log.warn({ error }, 'a sandbox cannot be started'))
    process.once('exit', () => {
      if (this.child === child) this.child = null
      // A process that it started may outlive it and silently hold the pipes open.
      killEnclosed(process)
      process.stdout.destroy(new Gone())
      process.stdin.destroy()
    })
    process.stderr.on('data', (chunk: Buffer) => {
      this.log.debug({ complaint: chunk.toString().slice(0, MAX_COMPLAINT_CHARS) }, 'a sandbox complains')
    })
    this.child = child
    return child
  }
}

function stepBack(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS)
  } catch {
    // It has already ended, which its missing answer shows.
  }
}
