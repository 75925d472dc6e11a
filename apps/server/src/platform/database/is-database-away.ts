const connectionErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
])
const words =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable|Query read timeout/
/**
 * SQLSTATEs of temporary failures: broken and refused connections (08, 57P0x), sessions that the server ended (25P03,
 * 25P04), insufficient resources (53), statements cancelled in favour of others (40001, 40P01, 55P03, 57014), a failing
 * disk (58), and a database that only reads (25006): a standby, or one that is being promoted.
 */
const passing = /^(?:08...|57P0.|25006|25P03|25P04|53...|40001|40P01|55P03|57014|58...)$/

const brokenLines = new WeakSet<Error>()

/**
 * Records the error that broke a connection, which its statements fail with too: by itself it could be any socket's
 * error.
 */
export function noteBrokenLine(error: Error): void {
  brokenLines.add(error)
}

/**
 * Whether an error means that the database is unreachable or cannot serve at the moment, not that a query is wrong: a
 * retry may succeed.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (brokenLines.has(error)) return true
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code !== undefined && passing.test(code)) return true
  if (code !== undefined && connectionErrors.has(code) && syscall === 'connect') return true
  return words.test(error.message)
}
