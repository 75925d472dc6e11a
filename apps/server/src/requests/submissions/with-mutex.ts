/** The last running or waiting call of each key. */
const lastOf = new Map<string, Promise<unknown>>()

/**
 * Runs the calls of each key one at a time, in order, within this process. For calls that wait for one row's lock: in
 * the database each would wait with a connection, and leave none for others.
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
