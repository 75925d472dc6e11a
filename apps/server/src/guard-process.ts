import type { Logger } from 'pino'
import { isDatabaseAway } from './platform/database/is-database-away.ts'

/** Error codes of broken connections. */
const lineCodes = new Set([
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTCONN',
  'EPIPE',
  'ETIMEDOUT',
])

/**
 * Anything uncaught is a bug, and is logged as one. A rejected promise ends only the work it belongs to, and a broken
 * connection only itself. An exception from anything else may have left shared state incomplete: `end` is called, and a
 * new process starts from what is stored.
 */
export function guardProcess(log: Pick<Logger, 'error' | 'fatal'>, end: (error: Error) => void): void {
  process.on('unhandledRejection', (reason) => {
    log.error({ error: asError(reason) }, 'a bug: a promise was rejected and nobody handled it')
  })
  process.on('uncaughtException', (thrown) => {
    const error = asError(thrown)
    if (isBrokenLine(error)) return log.error({ error }, 'a bug: a connection broke and nobody handled it')
    log.fatal({ error }, 'a bug: an uncaught exception ends this process')
    end(error)
  })
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))

const isBrokenLine = (error: NodeJS.ErrnoException): boolean =>
  isDatabaseAway(error) || (error.syscall !== undefined && lineCodes.has(error.code ?? ''))
