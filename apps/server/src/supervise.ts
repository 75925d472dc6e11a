/**
 * The program of `npm start`: runs the server as a child, and restarts it when it dies, with growing pauses and always
 * with the reason. Does not retry a server that cannot start with its settings. Ctrl-C and SIGTERM end both; a server
 * whose supervisor is gone ends by itself.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { CODE_CACHE } from './code-cache.ts'
import { systemClock } from './platform/clock.ts'
import { readEnv } from './platform/config/env.ts'
import { plainLine } from './platform/plain-log.ts'
import { requireNode } from './require-node.ts'
import type { SupervisorMessage } from './supervised.ts'
import { v8Threads } from './v8-threads.ts'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
/** After a server has been ready for this long, its next death starts with the first pause again. */
const SETTLED_MS = 60_000
const FATAL = 60

requireNode()
const server = process.argv[2] ?? join(import.meta.dirname, 'main.ts')
let child: ChildProcess | null = null
let waiting: NodeJS.Timeout | null = null
let isStopping = false
let hasBeenReady = false
let pauseMs = FIRST_PAUSE_MS

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    isStopping = true
    if (waiting) process.exit(0)
    child?.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
  })
}
start()

function start(): void {
  waiting = null
  const running = spawn(process.execPath, [...process.execArgv, v8Threads(), server], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // From its first file on: the compiler of TypeScript, which takes 30 MB for good, then never loads.
    env: { NODE_COMPILE_CACHE: CODE_CACHE, ...readEnv() },
  })
  child = running
  let last: SupervisorMessage | null = null
  let readyAt = Number.POSITIVE_INFINITY
  running.on('message', (told: SupervisorMessage) => {
    if (told.kind === 'ready') {
      hasBeenReady = true
      readyAt = performance.now()
    } else last = told
  })
  running.once('error', (error) => {
    say(`Waybill cannot be started: ${error.message}.`)
    process.exit(1)
  })
  running.once('exit', (code, signal) => {
    if (performance.now() - readyAt > SETTLED_MS) pauseMs = FIRST_PAUSE_MS
    onEnd(code, signal, last)
  })
}

function onEnd(code: number | null, signal: NodeJS.Signals | null, last: SupervisorMessage | null): void {
  if (isStopping || code === 0) process.exit(code ?? 1)
  // What it needs may come back for a server that has run before; one that never has needs its operator.
  if (last?.kind === 'refused' && (last.isFinal || !hasBeenReady)) process.exit(code ?? 1)
  const how = signal ? `by ${signal}` : `with code ${code}`
  const why = last && 'reason' in last ? `: ${last.reason}` : ''
  say(`Waybill ended ${how}${why}. It starts again in ${pauseMs / 1_000} s.`)
  waiting = setTimeout(start, pauseMs)
  pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
}

/** A line in the format of the server's log, at any level. */
function say(msg: string): void {
  const line = `${JSON.stringify({ level: FATAL, time: new Date(systemClock.nowMs()).toISOString(), msg })}\n`
  process.stderr.write(process.stderr.isTTY ? plainLine(line) : line)
}
