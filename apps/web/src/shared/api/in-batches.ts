/** As many ids as the server takes in one call, unless it says otherwise. */
const MOST_AT_ONCE = 500

/** Makes a change for any number of things, as many at once as the server takes. Rejects with the first failure. */
export async function inBatches(
  ids: readonly string[],
  work: (some: string[]) => Promise<void>,
  atOnce = MOST_AT_ONCE,
): Promise<void> {
  for (let at = 0; at < ids.length; at += atOnce) await work(ids.slice(at, at + atOnce))
}
