/**
 * Has one wish after the other answered: one at a time, and of those that came meanwhile only the newest, unless the
 * server was just asked for the very same. Pure but for what it is given.
 *
 * @param show what is wished for until it is answered; null once nothing is under way
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
