/**
 * Returns a function that may be called as often as one likes: it runs `work` at once, never twice at a time, at most
 * every `pauseMs`, and once more after the last call.
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
