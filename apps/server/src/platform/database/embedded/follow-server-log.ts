import { closeSync, openSync, readSync, statSync } from 'node:fs'
import type { Logger } from 'pino'

const EVERY_MS = 1_000
const MOST_BYTES = 65_536
/** The server's lines logged per minute; beyond that, only their number. */
const MOST_LINES = 30
const MINUTE_MS = 60_000

const LINE = /^\S+ \S+ \S+ \[\d+\] (\w{5}) (WARNING|ERROR|FATAL|PANIC): {2}(.*)$/
/**
 * The server's messages to clients while it starts or stops, and to the job runner's check at a first start whether its
 * tables exist.
 */
const passing =
  /^the database system is |^terminating connection due to administrator command|^relation "graphile_worker\.migrations" does not exist/
const levels = { WARNING: 'warn', ERROR: 'warn', FATAL: 'error', PANIC: 'error' } as const

type LevelledLog = Pick<Logger, 'warn' | 'error'>

/**
 * Copies the embedded server's complaints into our log, from `offset` bytes of its log on. Returns a function that ends
 * it.
 */
export function followServerLog(logFile: string, log: LevelledLog, offset = sizeOf(logFile)): () => void {
  const tell = tellFew(log)
  let at = offset
  const look = () => {
    const size = sizeOf(logFile)
    // The log was emptied because it had grown too long.
    if (size < at) at = 0
    // In a flood, the latest lines are enough.
    if (size - at > MOST_BYTES) at = size - MOST_BYTES
    const text = readFrom(logFile, at, size)
    const whole = text.lastIndexOf('\n') + 1
    at += Buffer.byteLength(text.slice(0, whole))
    for (const line of text.slice(0, whole).split('\n')) tell(line)
  }
  const timer = setInterval(look, EVERY_MS).unref()
  return () => {
    clearInterval(timer)
    look()
  }
}

function tellFew(log: LevelledLog): (line: string) => void {
  let began = 0
  let told = 0
  return (line) => {
    const [, sqlstate, severity, message = ''] = LINE.exec(line) ?? []
    if (severity === undefined || passing.test(message)) return
    const now = performance.now()
    if (now - began > MINUTE_MS) {
      if (told > MOST_LINES)
        log.warn({ lines: told - MOST_LINES }, 'the database logged more complaints in that minute')
      began = now
      told = 0
    }
    told += 1
    if (told > MOST_LINES) return
    const level = levels[severity as keyof typeof levels]
    log[level]({ sqlstate, severity, complaint: unquoted(message) }, 'the database complains')
  }
}

/** Quoted text may be a value that somebody typed; our own names are plain letters. */
const unquoted = (message: string): string =>
  message.replace(/"([^"]*)"/g, (whole, inner: string) => (/^[a-z_]{1,63}$/.test(inner) ? whole : '"…"'))

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

function readFrom(path: string, from: number, to: number): string {
  if (to <= from) return ''
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(to - from)
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, from)).toString()
  } finally {
    closeSync(file)
  }
}
