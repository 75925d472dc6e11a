/**
 * Whether requests may begin: not while the device is offline, and not during a wait after a failure. During a wait for
 * a broken line it knocks: a server that was away and answers again ends the wait at once. Nor is the browser's offline
 * state final: a server on this machine or on the local network may answer all the same.
 */
import type { Clock, Network } from '../transport/environment.ts'

const KNOCK_EVERY_MS = 700
const PATIENT_KNOCK_EVERY_MS = 3_000
const QUICK_KNOCKS = 20

export interface LineOptions {
  clock: Clock
  network: Network
  random(): number
  /** Whether the server answers. */
  knock(): Promise<boolean>
  /** A wait is over, or the device went offline or came back. */
  onChange(isBack: boolean): void
}

export class Line {
  readonly #options: LineOptions
  readonly #unwatch: () => void
  #isOffline: boolean
  #isWaiting = false
  #onlineSince = Number.NEGATIVE_INFINITY
  #stopTimer: (() => void) | null = null
  #stopKnocking: (() => void) | null = null

  constructor(options: LineOptions) {
    this.#options = options
    this.#isOffline = !options.network.isOnline()
    this.#unwatch = options.network.watch(() => this.#networkChanged())
    if (this.#isOffline) this.#knock(() => this.#cameBack(), true)
  }

  get isOffline(): boolean {
    return this.#isOffline
  }

  /** Requests that began before this and fail say nothing about the current line. */
  get onlineSince(): number {
    return this.#onlineSince
  }

  get isOpen(): boolean {
    return !this.#isOffline && !this.#isWaiting
  }

  /** Nothing begins for `ms`; `isBroken`: no answer came, so an answer to a knock is news. */
  wait(ms: number, isBroken: boolean): void {
    this.#stopWaiting()
    this.#isWaiting = true
    this.#stopTimer = this.#options.clock.after(ms, () => this.#waitIsOver())
    if (isBroken && !this.#isOffline && ms > KNOCK_EVERY_MS) this.#knock(() => this.#waitIsOver(), false)
  }

  /** A part got through: ends every wait. */
  open(): void {
    if (this.#isWaiting) this.#stopWaiting()
  }

  close(): void {
    this.#unwatch()
    this.#stopWaiting()
    this.#stopKnocking?.()
  }

  #waitIsOver(isBack = false): void {
    this.#stopWaiting()
    this.#options.onChange(isBack)
  }

  #stopWaiting(): void {
    this.#isWaiting = false
    this.#stopTimer?.()
    this.#stopTimer = null
    if (!this.#isOffline) this.#stopKnocking?.()
  }

  #networkChanged(): void {
    if (this.#options.network.isOnline()) this.#cameBack()
    else {
      this.#isOffline = true
      this.#knock(() => this.#cameBack(), true)
      this.#options.onChange(false)
    }
  }

  #cameBack(): void {
    const isBack = this.#isOffline
    if (isBack) this.#onlineSince = this.#options.clock.now()
    this.#isOffline = false
    this.#stopKnocking?.()
    this.#waitIsOver(isBack)
  }

  /** Knocks until it is stopped or answered. While `isGone` is false, an answer counts only after a failed knock. */
  #knock(answered: () => void, isGone: boolean): void {
    this.#stopKnocking?.()
    const { clock, random, knock } = this.#options
    let isStopped = false
    let wasGone = isGone
    let knocks = 0
    let stopTimer = () => {}
    const again = () => {
      const everyMs = isGone || knocks >= QUICK_KNOCKS ? PATIENT_KNOCK_EVERY_MS : KNOCK_EVERY_MS
      stopTimer = clock.after(everyMs * (0.6 + 0.4 * random()), () => {
        knocks++
        void knock().then((isAnswered) => {
          if (isStopped) return
          if (isAnswered && wasGone) answered()
          else if (!isAnswered) again()
          wasGone ||= !isAnswered
        })
      })
    }
    this.#stopKnocking = () => {
      isStopped = true
      stopTimer()
    }
    again()
  }
}
