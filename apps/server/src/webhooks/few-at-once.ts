/** Runs at most `most` pieces of work at once; the others wait in order of arrival. */
export function fewAtOnce(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: Array<() => void> = []
  let free = most
  return async (work) => {
    if (free === 0) await new Promise<void>((begin) => waiting.push(begin))
    else free -= 1
    try {
      return await work()
    } finally {
      // The place is passed directly to the next waiter, so that nobody else takes it meanwhile.
      const begin = waiting.shift()
      if (begin === undefined) free += 1
      else begin()
    }
  }
}
