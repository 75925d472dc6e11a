/** The last call of each key that is on its way or waits. */
const lastOf = new Map<string, Promise<unknown>>()

/**
 * Runs what is given one at a time for each key, in the order it came, within this process. For what waits for one
 * row's lock: in the database it would wait with a connection in hand, and leave none for anybody else.
 */
export async function withMutex<Result>(key: string, act: () => Promise<Result>): Promise<Result> {
  const before = lastOf.get(key) ?? Promise.resolve()
  const own = before.then(act, act)
  lastOf.set(key, own)
  try {
    return await own
  } finally {
    if (lastOf.get(key) === own) lastOf.delete(key)
  }
}
