/** No answer came: the network is down, no server listens, or something else answers in its place. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}

/** What Node says about a failed connection, in few words. */
export function reasonOf(error: unknown): string {
  const { cause, code, message } = (error ?? {}) as { cause?: unknown; code?: unknown; message?: unknown }
  if (cause !== undefined) return reasonOf(cause)
  return typeof code === 'string' && code !== '' ? code : String(message ?? error)
}
