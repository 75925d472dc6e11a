import type { Clock } from './ports.ts'

/** A connection without a byte for this long is ended. */
const SILENT_MS = 20_000

/** Calls `leave` once nothing has been `heard` for so long. */
export function watchSilence(clock: Clock, leave: () => void): { heard(): void; over(): void } {
  let cancel = clock.after(SILENT_MS, leave)
  return {
    heard() {
      cancel()
      cancel = clock.after(SILENT_MS, leave)
    },
    over: () => cancel(),
  }
}
