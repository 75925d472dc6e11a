/** How far a transfer of bytes is: a bar on a terminal, a line now and then elsewhere. */
import { formatBytes, formatRate } from '@waybill/contract/core/sizes'
import type { Shell } from './shell.ts'

export interface Progress {
  bytes: number
  bytesTotal: number
  bytesPerSecond: number
  /** Null until the speed is known. */
  secondsLeft: number | null
  /** What stands in place of speed and time: 'retrying'. */
  state?: string | undefined
}

const BAR_CHARS = 24
const REDRAW_MS = 100
const LINE_MS = 10_000

/** '65 % [=====>   ] 1.3 GB of 2 GB, 12 MB/s, 1 min left', no longer than `columns`. */
export function progressLine(progress: Progress, columns: number): string {
  const { bytes, bytesTotal, bytesPerSecond, secondsLeft, state } = progress
  const part = bytesTotal === 0 ? 1 : Math.min(1, bytes / bytesTotal)
  const filled = Math.floor(part * BAR_CHARS)
  const bar = `[${'='.repeat(filled)}${filled < BAR_CHARS ? '>' : ''}${' '.repeat(Math.max(0, BAR_CHARS - filled - 1))}]`
  const percent = `${String(Math.floor(part * 100)).padStart(3)} %`
  const amount = `${formatBytes(bytes)} of ${formatBytes(bytesTotal)}`
  const speed = bytesPerSecond > 0 ? formatRate(bytesPerSecond) : ''
  const end = state ?? [speed, timeLeft(secondsLeft)].filter(Boolean).join(', ')
  const full = [`${percent} ${bar} ${amount}`, end].filter(Boolean).join(', ')
  if (full.length < columns) return full
  return [`${percent} ${amount}`, end]
    .filter(Boolean)
    .join(', ')
    .slice(0, Math.max(0, columns - 1))
}

/** '45 s left', '3 min left', '2 h 5 min left'; '' for an unknown time. */
export function timeLeft(seconds: number | null): string {
  if (seconds === null || !Number.isFinite(seconds)) return ''
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 60) return `${whole} s left`
  const minutes = Math.round(whole / 60)
  if (minutes < 60) return `${minutes} min left`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min left`
}

export class ProgressBar {
  readonly #shell: Shell
  readonly #isTerminal: boolean
  #drawnAt = Number.NEGATIVE_INFINITY
  #isOpen = false

  constructor(shell: Shell) {
    this.#shell = shell
    this.#isTerminal = shell.stderr.isTTY === true
  }

  show(progress: Progress): void {
    if (this.#shell.isJson) return
    const now = performance.now()
    if (now - this.#drawnAt < (this.#isTerminal ? REDRAW_MS : LINE_MS)) return
    this.#drawnAt = now
    const { stderr } = this.#shell
    if (this.#isTerminal) stderr.write(`\r\u001b[K${progressLine(progress, stderr.columns ?? 80)}`)
    else stderr.write(`${progressLine(progress, 200).trim()}\n`)
    this.#isOpen = this.#isTerminal
  }

  /** Clears the bar: what is printed next begins on its line. */
  clear(): void {
    if (this.#isOpen) this.#shell.stderr.write('\r\u001b[K')
    this.#isOpen = false
  }
}

/** A speed over the last seconds, from counts of bytes. */
export class Speed {
  #points: Array<{ at: number; bytes: number }> = []

  /** Bytes a second, given how many have come altogether. */
  at(bytes: number, now = performance.now()): number {
    const last = this.#points.at(-1)
    if (last === undefined || now - last.at >= 100) this.#points.push({ at: now, bytes })
    while (this.#points.length > 2 && now - (this.#points[0]?.at ?? now) > 5_000) this.#points.shift()
    const [first] = this.#points
    return first === undefined || now - first.at < 200 ? 0 : ((bytes - first.bytes) * 1_000) / (now - first.at)
  }
}
