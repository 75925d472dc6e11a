import { BlockCheck } from './block-check.ts'
import { Board, type Flight } from './board.ts'
import { DownloadError, diskError } from './download-error.ts'
import { GrantRenewal } from './grant-renewal.ts'
import { noteFailure, noteServed, type OriginState, originStates } from './origin-state.ts'
import type { Answer, ByteRange, Clock, Disk, DownloadPlan, Transport } from './ports.ts'
import { watchSilence } from './watch-silence.ts'
import { downloadWhole } from './whole-download.ts'

export interface FastDownloadOptions {
  plan: DownloadPlan
  /** Ranges that are on the disk from an earlier run. */
  done?: Iterable<readonly [from: number, to: number]>
  disk: Disk
  transport: Transport
  clock: Clock
  /** The page's own origin. */
  own: string
  random?: () => number
  /** Makes a new grant for the same content, where this one has ended. Rejects where there is none. */
  renew: () => Promise<DownloadPlan>
  /** Bytes on the disk, and connections. */
  onProgress?: (doneBytes: number, connections: number) => void
}

/** The line is given up where nothing has come for so long since the first failure, and not for want of asking. */
const GIVE_UP = { failures: 15, ms: 120_000 }
/** With fewer connections after a 429, more are tried again by then: the server has noticed the end of old ones. */
const CROWDED_MS = 60_000
const BACK_OFF_MS = { first: 500, most: 15_000 }
/** What a server answers where a new grant may open the same content. */
const ended: readonly (string | null)[] = ['grant-expired', 'grant-not-found']
const busyStatuses: readonly number[] = [408, 425, 429, 500, 502, 503, 504]

type Refusal = Extract<Answer, { kind: 'refused' }>

/**
 * Downloads a file by ranges on several connections to several origins at once. Connections without work take over the
 * end of the slowest; what fails comes again elsewhere; each block is checked on the disk once it is complete. A run can
 * be ended by its signal, and another one continues with what is done.
 */
export class FastDownload {
  readonly #options: FastDownloadOptions
  readonly #board: Board
  readonly #check: BlockCheck
  readonly #origins: OriginState[]
  readonly #renewal: GrantRenewal
  readonly #ending = new AbortController()
  /** Ends all connections: at the end, or when others have brought their bytes. */
  readonly #completing = new AbortController()
  #plan: DownloadPlan
  #failures = 0
  /** The first failure since the last byte. */
  #failingSince = 0
  #mostAtOnce = Number.POSITIVE_INFINITY
  #hasRenewed = false
  #ignoresRanges = false
  #checks: Promise<void> = Promise.resolve()
  readonly #resting = new Set<() => void>()

  constructor(options: FastDownloadOptions) {
    const { plan, done, disk, own, renew } = options
    this.#options = options
    this.#plan = plan
    this.#board = new Board(plan.bytes, done)
    this.#check = new BlockCheck(plan, disk)
    this.#origins = originStates(plan.origins, own, plan.atOnce)
    this.#renewal = new GrantRenewal(renew)
    this.#ending.signal.addEventListener('abort', () => this.#completing.abort())
  }

  /** What is on the disk. */
  get ranges(): ReadonlyArray<readonly [from: number, to: number]> {
    return this.#board.done.ranges
  }

  get doneBytes(): number {
    return this.#board.done.total
  }

  /** Resolves once everything is on the disk and right. @throws DownloadError, or the signal's reason */
  async run(signal: AbortSignal): Promise<void> {
    const stop = () => this.#ending.abort(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    try {
      await this.#checkRange({ from: 0, to: this.#plan.bytes })
      this.#board.lay(this.#origins.reduce((sum, { most }) => sum + most, 0))
      const lines = this.#origins.flatMap((origin) => Array.from({ length: origin.most }, () => this.#serve(origin)))
      await Promise.all(lines)
      await this.#checks
      if (this.#ending.signal.aborted) throw this.#ending.signal.reason
      if (!this.#isComplete) await this.#finishOtherwise()
    } catch (error) {
      this.#end(error)
      throw this.#ending.signal.reason
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  get #isComplete(): boolean {
    return this.#board.isComplete && this.#check.isComplete
  }

  /** No origin answers with ranges: one connection for everything, if that is why. */
  async #finishOtherwise(): Promise<void> {
    if (!this.#ignoresRanges) throw new DownloadError('line')
    this.#board.done.remove(0, this.#plan.bytes)
    const { signal } = this.#ending
    const { disk, transport, clock, own } = this.#options
    const origin = this.#plan.origins.includes(own) ? own : (this.#plan.origins[0] ?? own)
    await downloadWhole({ plan: this.#plan, disk, transport, clock, origin, signal }, (at, bytes) => {
      this.#board.done.add(at, at + bytes)
      this.#tell()
    })
    const wrong = await this.#check.check({ from: 0, to: this.#plan.bytes }, this.#board.done)
    if (wrong.length > 0 || !this.#isComplete) throw new DownloadError('altered')
  }

  #end(error: unknown): void {
    if (!this.#ending.signal.aborted) this.#ending.abort(error)
    this.#wakeAll()
  }

  #wakeAll(): void {
    for (const wake of [...this.#resting]) wake()
  }

  #tell(): void {
    this.#options.onProgress?.(this.#board.done.total, Math.max(1, this.#board.inFlight))
  }

  /** One connection's place at an origin. */
  async #serve(origin: OriginState): Promise<void> {
    while (!(origin.isDead || this.#isComplete || this.#ending.signal.aborted)) {
      const flight = this.#board.inFlight < this.#mostAtOnce ? this.#board.take(this.#options.clock.now()) : null
      if (flight === null) {
        await this.#rest(1_000)
        continue
      }
      let waitMs = 0
      try {
        waitMs = await this.#fly(origin, flight)
      } catch (error) {
        this.#end(error)
      } finally {
        this.#board.land(flight)
        this.#wakeAll()
      }
      if (waitMs > 0) await this.#rest(waitMs, true)
    }
  }

  /** Waits for so long, or until something changes unless `isFirm`, or the end. */
  #rest(ms: number, isFirm = false): Promise<void> {
    const { signal } = this.#ending
    return new Promise((resolve) => {
      const rested = () => {
        cancel()
        this.#resting.delete(rested)
        signal.removeEventListener('abort', rested)
        resolve()
      }
      const cancel = this.#options.clock.after(ms, rested)
      if (!isFirm) this.#resting.add(rested)
      signal.addEventListener('abort', rested)
      if (signal.aborted) rested()
    })
  }

  /** Brings one range. Returns how long to wait before the next. @throws DownloadError at what ends the download */
  async #fly(origin: OriginState, flight: Flight): Promise<number> {
    const leaving = new AbortController()
    const leave = () => leaving.abort()
    const over = this.#completing.signal
    over.addEventListener('abort', leave, { once: true })
    if (over.aborted) leave()
    const silence = watchSilence(this.#options.clock, leave)
    try {
      const range = { from: flight.from, to: flight.askedTo }
      const plan = this.#plan
      const answer = await this.#options.transport.get(origin.origin, plan, range, leaving.signal)
      silence.heard()
      if (answer.kind === 'refused') return await this.#refused(origin, answer, plan.url)
      if (answer.kind === 'whole') return this.#unranged(origin, answer.etag)
      await this.#read(flight, answer.body, () => {
        silence.heard()
        this.#served(origin)
      })
      if (flight.at < flight.to) return this.#failed(origin)
      return 0
    } catch (error) {
      if (error instanceof DownloadError) throw error
      return over.aborted ? 0 : this.#failed(origin)
    } finally {
      silence.over()
      leave()
      over.removeEventListener('abort', leave)
    }
  }

  #served(origin: OriginState): void {
    this.#failures = 0
    this.#hasRenewed = false
    noteServed(origin, this.#options.clock.now())
  }

  /** Reads to the end of what was asked, so that the connection ends in order; no further than what is still its own. */
  async #read(flight: Flight, body: AsyncIterable<Uint8Array>, heard: () => void): Promise<void> {
    for await (const chunk of body) {
      heard()
      const bytes = chunk.subarray(0, flight.to - flight.at)
      const { length } = bytes
      if (length > 0) {
        const { at } = flight
        await this.#options.disk.write(at, bytes).catch((error) => {
          throw diskError(error)
        })
        // Another connection may have taken over what was being written: the same bytes.
        this.#board.arrived(flight, length, this.#options.clock.now())
        this.#tell()
        this.#checkSoon({ from: at, to: at + length })
      }
      if (flight.at >= flight.to && flight.to < flight.askedTo) return
    }
  }

  #checkSoon(range: ByteRange): void {
    this.#checks = this.#checks.then(() => this.#checkRange(range)).catch((error) => this.#end(error))
  }

  async #checkRange(range: ByteRange): Promise<void> {
    const wrong = await this.#check.check(range, this.#board.done).catch((error) => {
      throw diskError(error)
    })
    for (const { from, to } of wrong) this.#board.redo(from, to)
    if (this.#isComplete) this.#completing.abort()
    if (wrong.length > 0 || this.#isComplete) this.#wakeAll()
  }

  /** How long to wait. @throws DownloadError 'line' where nothing has come for long */
  #failed(origin: OriginState): number {
    const now = this.#options.clock.now()
    if (this.#failures === 0) this.#failingSince = now
    this.#failures += 1
    if (this.#failures >= GIVE_UP.failures && now - this.#failingSince >= GIVE_UP.ms) throw new DownloadError('line')
    noteFailure(origin, this.#origins, now)
    const { random = Math.random } = this.#options
    const most = Math.min(BACK_OFF_MS.most, BACK_OFF_MS.first * 2 ** Math.floor(origin.failures / origin.most))
    return most * (0.5 + random() / 2)
  }

  /** @throws DownloadError 'changed' where it is another version */
  #unranged(origin: OriginState, etag: string | null): number {
    if (etag !== null && etag !== this.#plan.etag) throw new DownloadError('changed')
    this.#ignoresRanges = true
    origin.isDead = true
    return 0
  }

  /** @throws DownloadError 'refused' or 'changed' where asking again would not help */
  async #refused(origin: OriginState, { status, code, retryAfterMs }: Refusal, url: string) {
    if (status === 412 || status === 416) throw new DownloadError('changed')
    // Another connection may have replaced the grant since this one asked.
    const isOld = url !== this.#plan.url
    if (ended.includes(code) && (isOld || !this.#hasRenewed)) {
      if (isOld) return 0
      this.#plan = await this.#renewal.of(this.#plan)
      this.#hasRenewed = true
      return 0
    }
    if (busyStatuses.includes(status)) {
      if (status === 429) this.#openFewer()
      return Math.max(retryAfterMs ?? 0, this.#failed(origin))
    }
    const isAlone = this.#origins.every((other) => other === origin || other.isDead)
    if (code === null || (code === 'grant-elsewhere' && !isAlone)) {
      origin.isDead = !isAlone
      return this.#failed(origin)
    }
    throw new DownloadError('refused', code)
  }

  #openFewer(): void {
    this.#mostAtOnce = Math.max(1, Math.min(this.#mostAtOnce, this.#board.inFlight) - 1)
    this.#options.clock.after(CROWDED_MS, () => {
      this.#mostAtOnce = Number.POSITIVE_INFINITY
    })
  }
}
