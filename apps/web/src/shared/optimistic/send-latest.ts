/**
 * Sends one choice after the other to the server: one at a time, and of those made meanwhile only the newest, unless
 * the server was just asked for the very same. Pure except for its arguments.
 *
 * @param show the choice until it is answered; null once none is pending
 */
export function sendLatest<T>(show: (pending: { value: T } | null) => void) {
  let newest: { value: T } | null = null
  return async (value: T, send: (value: T) => Promise<unknown>): Promise<void> => {
    const isUnderWay = newest !== null
    newest = { value }
    show(newest)
    if (isUnderWay) return
    try {
      let sent: T
      do {
        sent = newest.value
        await send(sent)
      } while (newest.value !== sent)
    } finally {
      newest = null
      show(null)
    }
  }
}
