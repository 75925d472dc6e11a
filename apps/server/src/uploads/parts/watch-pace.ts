/** The slowest connection that may hold a part open: below this rate over this time the part is ended. */
export interface Pace {
  windowMs: number
  minBytesPerSecond: number
}

const SLOWEST_PACE: Pace = { windowMs: 60_000, minBytesPerSecond: 1_000 }

const SAMPLES_PER_WINDOW = 6

/**
 * Calls `onTooSlow` once when fewer bytes than the pace requires arrived during a whole window. `bytesSoFar` counts
 * what has arrived; nothing is read or delayed. Returns a function that ends the watch.
 */
export function watchPace(bytesSoFar: () => number, onTooSlow: () => void, pace = SLOWEST_PACE): () => void {
  const minBytes = (pace.minBytesPerSecond * pace.windowMs) / 1_000
  const samples = [bytesSoFar()]
  const timer = setInterval(() => {
    const now = bytesSoFar()
    if (samples.push(now) <= SAMPLES_PER_WINDOW) return
    const before = samples.shift() as number
    if (now - before >= minBytes) return
    clearInterval(timer)
    onTooSlow()
  }, pace.windowMs / SAMPLES_PER_WINDOW)
  timer.unref()
  return () => clearInterval(timer)
}
