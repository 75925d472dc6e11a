/** As many as two processes have connections, so that no call waits for one until it is refused. */
const LANES = 20

/** Makes `count` calls, `lanes` of them concurrently. The first failure rejects. */
export async function inLanes<T>(count: number, call: (nth: number) => Promise<T>, lanes = LANES): Promise<T[]> {
  const results: T[] = []
  const rest = Array.from({ length: count }, (_, nth) => nth).values()
  const run = async () => {
    for (const nth of rest) results[nth] = await call(nth)
  }
  await Promise.all(Array.from({ length: lanes }, run))
  return results
}
