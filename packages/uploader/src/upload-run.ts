/**
 * One upload at work. Everything happens on events: a part ready, an answer, a line that broke or came back; a timer
 * only looks after stalled parts. Nothing is kept for a resume: what the server holds is the only checkpoint.
 */
import type { PlannedBlob, UploadPlan } from '@waybill/contract/uploads'
import { Controller, PARALLEL_PER_ORIGIN } from './controller.ts'
import type { Environment, PartAnswer } from './environment.ts'
import { Errands } from './errands.ts'
import { firstMismatch } from './file-trouble.ts'
import { type Flight, Flights } from './flights.ts'
import { Goodput } from './goodput.ts'
import { isFinal, judgeAnswer, type Verdict } from './judge-answer.ts'
import type { Ladder } from './ladder.ts'
import { Line } from './line.ts'
import { type Origin, Origins } from './origins.ts'
import { PartSize, startBytesFor } from './part-size.ts'
import { partRequest } from './part-request.ts'
import { Preparation, type ReadyPart } from './preparation.ts'
import { Bulletin, fileAt } from './progress.ts'
import { type Failure, Setbacks } from './setbacks.ts'
import { type Span, SpanPool } from './spans.ts'
import type { Upload, UploadOptions, UploadProgress, UploadStatus } from './upload.ts'
import { UploadCancelled, type UploadError } from './upload-error.ts'

const WATCH_EVERY_MS = 1_000
const PROBE_MS = 3_000
/** Parts ready beyond the free connections. */
const AHEAD = 2
/** The ladder's first step down, where the climb begins again. */
const FALL_BACK_AT_TRY = 3
/** A part that still moved this shortly before the line came back goes on. */
const FRESH_MS = 3_000

export class UploadRun implements Upload {
  readonly #settle = Promise.withResolvers<void>()
  readonly finished = this.#settle.promise
  readonly #plan: UploadPlan
  readonly #environment: Environment
  readonly #now: () => number
  readonly #pool: SpanPool
  /** Null where the store fixes the size of parts. */
  readonly #size: PartSize | null
  readonly #origins: Origins
  readonly #controller: Controller
  readonly #flights = new Flights()
  readonly #goodput = new Goodput()
  readonly #line: Line
  readonly #setbacks: Setbacks
  readonly #errands: Errands
  readonly #preparation: Preparation
  readonly #bulletin: Bulletin
  readonly #bytesBefore: number
  #token: string
  /** When the credentials in use were fetched: a refusal of what was sent before is no news. */
  #credentialsAt = Number.NEGATIVE_INFINITY
  /** Parts whose range is said to be someone else's, until the server has been asked what it holds. */
  #disputed: Flight[] = []
  #ending: 'done' | 'failed' | 'cancelled' | null = null
  #isWarm = false
  #letSleep = () => {}
  #stopWatching = () => {}

  constructor(options: UploadOptions & { environment: Environment }) {
    const { plan, files, api, environment } = options
    const { clock, network, random, transport, checksums } = environment
    const giveBack = (span: Span) => this.#pool.giveBack(span)
    const pump = () => this.#pump()
    this.finished.catch(() => {})
    this.#plan = plan
    this.#token = plan.token
    this.#environment = environment
    this.#now = () => clock.now()
    this.#pool = new SpanPool(plan.blobs)
    this.#bytesBefore = this.#pool.bytesAcknowledged
    this.#size = partSizeFor(options)
    this.#origins = new Origins(plan.transport === 'server' ? plan.origins : [''])
    this.#controller = new Controller({ cap: 0, now: clock.now(), isPolite: options.polite ?? false })
    this.#bulletin = new Bulletin(clock, () => this.state())
    const knock = async () => (await transport.probe(plan.origins[0] ?? '', PROBE_MS)) !== null
    this.#line = new Line({ clock, network, random, knock, onChange: () => this.#lineChanged() })
    const onTry = (ladder: Ladder) => this.#tried(ladder)
    const onEnd = (error: UploadError) => this.#end('failed', error)
    this.#setbacks = new Setbacks({ plan, files, clock, random, line: this.#line, giveBack, onTry, onEnd, onBack: pump })
    const onFailed = (error: unknown, startedAt: number) => this.#callFailed(error, startedAt)
    const onRenewed = (fresh: UploadPlan) => this.#renewed(fresh)
    const onReread = (fresh: UploadPlan) => this.#reread(fresh)
    this.#errands = new Errands({ api, now: this.#now, onRenewed, onReread, onFailed })
    this.#preparation = new Preparation({
      plan,
      files,
      checksums,
      signParts: (body) => api.signParts(body),
      take: () => this.#pool.take((blob) => this.#sizeOf(blob)),
      giveBack,
      onReady: pump,
      onUnreadable: (span, error) => void this.#setbacks.unreadable(span, error),
      onUnsigned: onFailed,
      now: this.#now,
    })
    this.#begin(firstMismatch(files, plan.files))
  }

  state(): UploadProgress {
    const { ladder } = this.#setbacks
    const bytesAcknowledged = this.#pool.bytesAcknowledged
    const bytesSent = Math.min(this.#pool.bytesTotal, bytesAcknowledged + this.#flights.bytesSent())
    return {
      status: this.#status(bytesSent),
      bytesSent,
      bytesAcknowledged,
      bytesTotal: this.#pool.bytesTotal,
      bytesPerSecond: this.#goodput.bytesPerSecond,
      secondsLeft: this.#goodput.secondsLeft(this.#pool.bytesTotal - bytesSent),
      ...fileAt(this.#pool.position(), this.#plan.files),
      fileCount: this.#plan.files.length,
      tries: ladder.tries,
      warning: ladder.warning,
      parallel: this.#parallel,
      origins: this.#origins.alive,
    }
  }

  subscribe(listener: (progress: UploadProgress) => void): () => void {
    return this.#bulletin.subscribe(listener)
  }

  cancel(): void {
    this.#end('cancelled', new UploadCancelled())
  }

  setPolite(isPolite: boolean): void {
    this.#controller.isPolite = isPolite
    this.#pump()
  }

  get #parallel(): number {
    return Math.min(this.#controller.parallel, this.#setbacks.ladder.maxParallel)
  }

  #status(bytesSent: number): UploadStatus {
    if (this.#ending) return this.#ending
    if (this.#line.isOffline) return 'paused-offline'
    if (this.#setbacks.ladder.tries >= 2) return 'retrying'
    if (!this.#isWarm) return 'warming-up'
    if (bytesSent >= this.#pool.bytesTotal) return 'almost-done'
    if (this.#pool.bytesAcknowledged > this.#bytesBefore) return 'transferring'
    if (this.#bytesBefore > 0) return 'resuming'
    return bytesSent > 0 ? 'transferring' : 'getting-ready'
  }

  #begin(changedFile: number | null): void {
    this.#letSleep = this.#environment.keepAwake()
    if (changedFile !== null) return this.#setbacks.end('file-changed', null, { fileIndex: changedFile })
    this.#watch()
    const own = this.#plan.transport === 'server' ? this.#origins.all[0] : undefined
    void this.#probe(own).then(() => {
      this.#isWarm = true
      this.#askOrigins()
      this.#pump()
    })
  }

  async #probe(origin: Origin | undefined): Promise<void> {
    const tookMs = origin && (await this.#environment.transport.probe(origin.url, PROBE_MS))
    if (!origin || tookMs === null || tookMs === undefined) return
    this.#origins.answered(origin)
    // Half of it: the probe opened its connection first.
    if (origin.isOwn) this.#controller.roundTripMs = tookMs / 2
  }

  /** Asks the origins that do not answer yet whether they do by now. */
  #askOrigins(): void {
    if (this.#line.isOffline) return
    for (const origin of this.#origins.due(this.#now())) void this.#probe(origin).then(() => this.#pump())
  }

  #pump(): void {
    if (this.#ending || !this.#isWarm) return
    if (this.#pool.isComplete) return this.#end('done')
    this.#controller.cap = Math.min(this.#plan.maxParallel ?? Infinity, PARALLEL_PER_ORIGIN * this.#origins.alive)
    if (this.#line.isOpen) {
      this.#errands.run()
      if (!this.#errands.awaitsToken) this.#launchReady()
    }
    this.#bulletin.changed()
  }

  #launchReady(): void {
    while (this.#flights.count < this.#parallel) {
      const origin = this.#origins.pick()
      const part = origin && this.#preparation.next()
      if (!part) break
      this.#launch(part, origin, null)
    }
    const free = Math.max(0, this.#parallel - this.#flights.count)
    this.#preparation.fill(free + (this.#plan.transport === 'server' ? AHEAD : Math.max(AHEAD, this.#parallel)))
    if (free > 0 && this.#pool.bytesMissing === 0 && this.#preparation.size === 0) this.#sendSlowestAgain()
  }

  #sendSlowestAgain(): void {
    const slowest = this.#flights.slowest(this.#now())
    const origin = slowest && this.#origins.pick()
    if (origin) this.#launch(slowest.part, origin, slowest)
  }

  #launch(part: ReadyPart, origin: Origin, twin: Flight | null): void {
    const now = this.#now()
    const onProgress = (bytesSent: number) => this.#progressed(flight, bytesSent)
    const request = partRequest(part, this.#plan, origin, this.#token)
    const sending = this.#environment.transport.send({ ...request, onProgress })
    const flight: Flight = { part, origin, startedAt: now, progressAt: now, bytesSent: 0, twin, abort: sending.abort }
    if (twin) twin.twin = flight
    this.#flights.add(flight)
    this.#controller.using(this.#flights.count, now)
    sending.answer.then(
      (answer) => this.#answered(flight, answer),
      () => this.#landed(flight) && this.#failed(flight, null),
    )
  }

  #progressed(flight: Flight, bytesSent: number): void {
    if (bytesSent <= flight.bytesSent) return
    flight.bytesSent = bytesSent
    flight.progressAt = this.#now()
    this.#bulletin.changed()
  }

  /** Takes a flight out; false where it had been given up before. */
  #landed(flight: Flight): boolean {
    if (!this.#flights.remove(flight)) return false
    this.#controller.using(this.#flights.count, this.#now())
    return true
  }

  #answered(flight: Flight, answer: PartAnswer): void {
    if (!this.#landed(flight)) return
    const { span, crc32 } = flight.part
    const verdict = judgeAnswer(answer, this.#plan.transport, { ...span, crc32 })
    if (verdict.is === 'acknowledged') this.#acknowledged(flight)
    else if (verdict.is === 'final' && verdict.code) this.#setbacks.end(verdict.code, span)
    else if (verdict.is === 'refused') this.#refused(flight, verdict)
    else if (!flight.twin) this.#reactTo(flight, verdict)
    this.#pump()
  }

  #acknowledged(flight: Flight): void {
    const { span } = flight.part
    const now = this.#now()
    const tookMs = now - flight.startedAt
    if (flight.twin) this.#drop(flight.twin)
    this.#pool.acknowledge(span)
    this.#setbacks.succeeded(span)
    this.#origins.succeeded(flight.origin, now)
    this.#flights.completed(span.bytes, tookMs)
    this.#size?.completed(span.bytes, tookMs)
    this.#controller.completed(span.bytes, flight.startedAt, now)
  }

  #reactTo(flight: Flight, verdict: Verdict): void {
    const { span } = flight.part
    const canShrink = this.#size !== null && span.bytes > this.#size.smallest
    if (verdict.is === 'overtaken') {
      this.#disputed.push(flight)
      return this.#errands.askForPlan()
    }
    if (verdict.is === 'too-large' && canShrink) {
      this.#size?.tooLarge(span.bytes, verdict.maxBytes)
      this.#preparation.clear()
      return this.#pool.giveBack(span)
    }
    if (verdict.is === 'wrong-origin' && !flight.origin.isOwn) {
      this.#origins.leave(flight.origin, this.#now())
      return this.#pool.giveBack(span)
    }
    if (verdict.is === 'too-slow') this.#size?.tooSlow(span.bytes)
    this.#failed(flight, verdict)
  }
}
