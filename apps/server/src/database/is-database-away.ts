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
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout/

const brokenLines = new WeakSet<Error>()

/** What a connection broke with, which its statements fail with too: of itself it could be any socket's error. */
export function noteBrokenLine(error: Error): void {
  brokenLines.add(error)
}

/**
 * Whether an error says that the database cannot be reached just now (class 08 and 57P0x, SQLSTATE) or has given the
 * statement up in favour of others (40P01, 53300, 57014), not that a query is wrong: the same may go well again.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (brokenLines.has(error)) return true
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code !== undefined && /^(08|57P0)/.test(code)) return true
  if (code === '57014' || code === '53300' || code === '40P01') return true
  if (code !== undefined && connectionErrors.has(code) && syscall === 'connect') return true
  return words.test(error.message)
}

/** The same of what a statement on a connection of ours failed with: its line may also break while it is read or written. */
export const isStatementLost = (error: unknown): boolean =>
  isDatabaseAway(error) || (error instanceof Error && connectionErrors.has((error as NodeJS.ErrnoException).code ?? ''))
