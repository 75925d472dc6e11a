/**
 * A way to ask for `work` as often as one likes: it runs at once, never twice at a time, at most every `pauseMs`, and
 * once more after the last time it was asked for.
 */
export function evenly(work: () => Promise<unknown>, pauseMs: number): () => void {
  let isBusy = false
  let isWanted = false
  const run = async () => {
    isBusy = true
    isWanted = false
    await Promise.all([work().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, pauseMs))])
    isBusy = false
    if (isWanted) void run()
  }
  return () => {
    if (isBusy) isWanted = true
    else void run()
  }
}
