import type { Clock } from '../clock.ts'

/** How many different rows of one kind a process stores in a burst, and how many a minute after that: 28,800 a day. */
const BURST = 600
const PER_MINUTE = 20
const MINUTE_MS = 60_000

/** Whether one more row of a kind gets a row to itself. There are as many kinds as the closed list has. */
export function makeRowBudget(clock: Clock): { take(kind: string): boolean } {
  const buckets = new Map<string, { left: number; atMs: number }>()
  return {
    take(kind) {
      const nowMs = clock.nowMs()
      const bucket = buckets.get(kind) ?? { left: BURST, atMs: nowMs }
      const gained = (Math.max(0, nowMs - bucket.atMs) / MINUTE_MS) * PER_MINUTE
      const left = Math.min(BURST, bucket.left + gained)
      const isLeft = left >= 1
      buckets.set(kind, { left: isLeft ? left - 1 : left, atMs: nowMs })
      return isLeft
    },
  }
}
