const AT_ONCE = 8

/** Runs `work` for every item, `atOnce` at a time. The first failure ends it, after the running ones have returned. */
export async function mapConcurrently<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
  atOnce = AT_ONCE,
): Promise<void> {
  const rest = items[Symbol.iterator]()
  let failure: { error: unknown } | null = null
  const run = async () => {
    for (let next = rest.next(); !next.done && failure === null; next = rest.next()) {
      try {
        await work(next.value)
      } catch (error) {
        failure ??= { error }
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, run))
  if (failure !== null) throw (failure as { error: unknown }).error
}
