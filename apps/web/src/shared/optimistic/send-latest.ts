/**
 * Has one wish after the other answered: one at a time, and of those that came meanwhile only the newest, unless the
 * server was just asked for the very same. Pure but for what it is given.
 *
 * @param show what is wished for until it is answered; null once nothing is under way
 */
export function newestWish<T>(show: (wished: { wish: T } | null) => void) {
  let newest: { wish: T } | null = null
  return async (wish: T, send: (wish: T) => Promise<unknown>): Promise<void> => {
    const isUnderWay = newest !== null
    newest = { wish }
    show(newest)
    if (isUnderWay) return
    try {
      let sent: T
      do {
        sent = newest.wish
        await send(sent)
      } while (newest.wish !== sent)
    } finally {
      newest = null
      show(null)
    }
  }
}
