/**
 * One running upload. Everything happens on events: a part becomes ready, an answer comes, a line breaks or comes back;
 * a timer only checks for stalled parts. It stores nothing for a resume: what the server has is the only checkpoint.
 */
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import { Bulletin } from './bulletin.ts'
import { Errands } from './errands.ts'
import { alignFiles } from './files/align-files.ts'
import { SpanPool } from './files/spans.ts'
import { Carrier } from './line/carrier.ts'
import type { Flight } from './line/flights.ts'
import { Goodput } from './line/goodput.ts'
import type { Verdict } from './line/judge-answer.ts'
import type { Ladder } from './line/ladder.ts'
import { Line } from './line/line.ts'
import type { PartSize } from './line/part-size.ts'
import { Setbacks } from './line/setbacks.ts'
import { Preparation } from './preparation.ts'
import { describe } from './progress.ts'
import { Credentials } from './transport/credentials.ts'
import type { Environment } from './transport/environment.ts'
import type { SourceFile, Upload, UploadOptions, UploadProgress } from './upload.ts'
import { UploadCancelled, type UploadError } from './upload-error.ts'

const WATCH_EVERY_MS = 1_000
/** Parts ready beyond the free connections. */
const AHEAD = 2
/** The ladder's first step down, where the climb begins again. */
const FALL_BACK_AT_TRY = 3

export class UploadRun implements Upload {
  readonly #settle = Promise.withResolvers<void>()
  readonly finished = this.#settle.promise
  readonly #plan: UploadPlan
  readonly #environment: Environment
  readonly #pool: SpanPool
  readonly #carrier: Carrier
  readonly #line: Line
  readonly #setbacks: Setbacks
  readonly #errands: Errands
  readonly #credentials: Credentials
  readonly #preparation: Preparation
  readonly #goodput = new Goodput()
  readonly #bulletin: Bulletin
  /** Parts whose range another sender may have, until the server has answered what it has. */
  #disputed: Flight[] = []
  #ending: 'done' | 'failed' | 'cancelled' | null = null
  #isWarm = false
  #letSleep = () => {}
  #stopWatching = () => {}

  constructor(options: UploadOptions & { environment: Environment }) {
    const { plan, api, environment, effectiveType, warm, onLastParts, polite: isPolite = false } = options
    const files = [...options.files]
    const { clock } = environment
    const pool = new SpanPool(plan.blobs)
    const giveBack = pool.giveBack.bind(pool)
    const now = () => clock.now()
    const pump = () => this.#pump()
    const shared = { ...environment, plan, files, api, giveBack, now }
    this.finished.catch(() => {})
    this.#plan = plan
    this.#environment = environment
    this.#pool = pool
    this.#bulletin = new Bulletin(clock, () => this.state())
    const carrier = new Carrier({
      ...shared,
      ...{ effectiveType, warm, isPolite, onLastParts },
      onProgress: () => this.#bulletin.changed(),
      onLanded: (flight, verdict) => this.#landed(flight, verdict),
      onRoom: pump,
    })
    const onChange = (isBack: boolean) => this.#lineChanged(isBack)
    const line = new Line({ ...shared, onChange, knock: () => carrier.knock() })
    const onTry = (ladder: Ladder) => this.#tried(ladder)
    const onEnd = (error: UploadError) => this.#end('failed', error)
    const setbacks = new Setbacks({ ...shared, line, onTry, onEnd, onBack: pump })
    const errands = new Errands({
      ...shared,
      onFailed: (error, startedAt, isRenewal) => this.#callFailed(error, startedAt, isRenewal),
      onRenewed: (fresh) => this.#renewed(fresh),
      onPlanRefreshed: (fresh) => this.#refreshPlan(fresh),
    })
    const preparation = new Preparation({
      ...shared,
      onReady: pump,
      onUnsigned: (error, startedAt) => this.#callFailed(error, startedAt, false),
      take: () => pool.take((blob) => carrier.sizeOf(blob, pool.bytesMissing)),
      onUnreadable: (span, error) => void setbacks.unreadable(span, error),
    })
    this.#credentials = new Credentials({ ...shared, setbacks, errands, preparation })
    this.#carrier = carrier
    this.#line = line
    this.#setbacks = setbacks
    this.#errands = errands
    this.#preparation = preparation
    void this.#begin(files)
  }

  state(): UploadProgress {
    return describe({
      plan: this.#plan,
      pool: this.#pool,
      flights: this.#carrier.flights,
      goodput: this.#goodput,
      ladder: this.#setbacks.ladder,
      facts: { ending: this.#ending, isOffline: this.#line.isOffline, isWarm: this.#isWarm },
      parallel: this.#parallel,
      origins: this.#carrier.origins.alive,
      roundTripMs: this.#carrier.controller.roundTripMs,
    })
  }

  subscribe(listener: (progress: UploadProgress) => void): () => void {
    return this.#bulletin.subscribe(listener)
  }

  cancel(): void {
    this.#end('cancelled', new UploadCancelled())
  }

  setPolite(isPolite: boolean): void {
    this.#carrier.controller.isPolite = isPolite
    this.#pump()
  }

  get #parallel(): number {
    return Math.min(this.#carrier.controller.parallel, this.#setbacks.ladder.maxParallel)
  }

  /** Puts `files` into the plan's order, warms up, and starts. Nothing ends before the caller has the upload object. */
  async #begin(files: SourceFile[]): Promise<void> {
    this.#letSleep = this.#environment.keepAwake()
    this.#watch()
    const aligned = await alignFiles(files, this.#plan.files).catch((cause: unknown) => ({ cause }))
    if (typeof aligned === 'number') this.#setbacks.end('file-changed', null, { fileIndex: aligned })
    else if ('cause' in aligned) this.#setbacks.end('file-unreadable', null, aligned)
    else {
      files.splice(0, files.length, ...aligned)
      this.#carrier.warmUp()
      this.#isWarm = true
      this.#pump()
    }
  }

  /** Begins whatever can begin. */
  #pump(): void {
    if (this.#ending || !this.#isWarm) return
    if (this.#pool.isComplete) this.#end('done')
    else if (this.#line.isOpen) {
      this.#errands.run()
      if (!this.#errands.awaitsToken) this.#sendReady()
    }
    this.#bulletin.changed()
  }

  #sendReady(): void {
    const { flights, origins } = this.#carrier
    while (flights.count < this.#parallel) {
      const origin = origins.pick()
      const part = origin && this.#preparation.next()
      if (!part) break
      this.#carrier.send(part, origin)
    }
    const free = Math.max(0, this.#parallel - flights.count)
    this.#preparation.fill(free + (this.#plan.transport === 'server' ? AHEAD : Math.max(AHEAD, this.#parallel)))
    if (free > 0 && this.#pool.bytesMissing === 0 && this.#preparation.size === 0) {
      this.#carrier.raceSlowest(free)
      this.#preparation.fill(free)
    }
  }

  /** For a part that is under way twice, only success or a final error counts. */
  #landed(flight: Flight, verdict: Verdict | null): void {
    const { span } = flight.part
    if (verdict?.is === 'acknowledged') {
      if (flight.twin) this.#carrier.drop(flight.twin)
      this.#pool.acknowledge(span)
      this.#carrier.learn(flight)
      this.#setbacks.succeeded(span)
    } else if (verdict?.is === 'final') this.#setbacks.end(verdict.code ?? 'connection-lost', span)
    else if (!flight.twin) this.#reactTo(flight, verdict)
    this.#pump()
  }

  #reactTo(flight: Flight, verdict: Verdict | null): void {
    const { span } = flight.part
    if (verdict?.is === 'refused') this.#refused(flight, verdict)
    else if (verdict?.is === 'overtaken') {
      this.#disputed.push(flight)
      this.#errands.askForPlan()
    } else if (verdict?.is === 'too-large' && this.#carrier.canShrink(span)) {
      this.#resize((size) => size?.tooLarge(span.bytes, verdict.maxBytes))
      this.#pool.giveBack(span)
    } else if (verdict?.is === 'wrong-origin' && !flight.origin.isOwn) {
      this.#carrier.leave(flight.origin)
      this.#pool.giveBack(span)
    } else {
      if (verdict?.is === 'too-slow') this.#carrier.size?.tooSlow(span.bytes)
      this.#failed(flight, verdict)
    }
  }

  #failed(flight: Flight, verdict: Verdict | null): void {
    this.#carrier.failed(flight)
    this.#setbacks.failed(flight.part.span, flight.startedAt, verdict)
  }

  #callFailed(error: unknown, startedAt: number, isRenewal: boolean): void {
    if (!this.#ending) this.#credentials.callFailed(error, startedAt, isRenewal)
    this.#pump()
  }

  #refused(flight: Flight, verdict: Verdict): void {
    if (this.#credentials.refused(flight.startedAt)) this.#failed(flight, verdict)
    else this.#pool.giveBack(flight.part.span)
  }

  #renewed(fresh: UploadPlan): void {
    this.#carrier.token = fresh.token
    this.#credentials.renewed()
    this.#refreshPlan(fresh)
  }

  /**
   * What the server has by now, which decides what is left to send of the disputed parts. Where it has a piece of one,
   * an answer was lost before the part got larger, or another sender was faster: nothing has failed.
   */
  #refreshPlan(fresh: UploadPlan): void {
    this.#pool.merge(fresh.blobs)
    for (const flight of [...this.#carrier.flights]) {
      if (this.#pool.isAcknowledged(flight.part.span)) this.#carrier.drop(flight)
    }
    for (const flight of this.#disputed.splice(0)) {
      const { span } = flight.part
      if (this.#pool.isPartlyAcknowledged(span)) this.#pool.giveBack(span)
      else this.#failed(flight, null)
    }
    this.#pump()
  }

  #tried(ladder: Ladder): void {
    this.#resize((size) => size?.failed(ladder.maxPartBytes))
    if (ladder.tries === FALL_BACK_AT_TRY) this.#carrier.controller.fellBack(this.#environment.clock.now())
  }

  /** Cuts ready parts again where `change` has made parts smaller. */
  #resize(change: (size: PartSize | null) => void): void {
    const { size } = this.#carrier
    const before = size?.bytes
    change(size)
    if (before && before > (size?.bytes ?? 0)) this.#preparation.clear()
  }

  /** A wait is over, or the device went offline or is back: earlier requests have lost their line. */
  #lineChanged(isBack: boolean): void {
    if (this.#line.isOffline) this.#setbacks.ladder.forgive()
    if (isBack) {
      this.#goodput.restart()
      this.#carrier.origins.forgetAbsences()
      if (this.#plan.transport === 'presigned') this.#preparation.clear()
      for (const flight of [...this.#carrier.flights]) this.#stop(flight)
    }
    this.#pump()
    this.#bulletin.changed()
  }

  #watch(): void {
    this.#stopWatching = this.#environment.clock.after(WATCH_EVERY_MS, () => {
      this.#watch()
      this.#resize(() => {
        for (const flight of this.#carrier.review()) this.#stop(flight)
      })
      if (!this.#line.isOffline && this.#isWarm) this.#carrier.askOrigins()
      const bytes = this.#pool.bytesAcknowledged + this.#carrier.flights.bytesSent()
      this.#goodput.sample(bytes, this.#environment.clock.now())
      this.#pump()
    })
  }

  /** Aborts a flight; its part is sent again. */
  #stop(flight: Flight): void {
    this.#carrier.drop(flight)
    if (!flight.twin) this.#failed(flight, null)
  }

  #end(ending: 'done' | 'failed' | 'cancelled', error?: UploadError | UploadCancelled): void {
    if (this.#ending) return
    this.#ending = ending
    this.#stopWatching()
    this.#line.close()
    this.#setbacks.close()
    for (const flight of [...this.#carrier.flights]) this.#carrier.drop(flight)
    this.#letSleep()
    this.#environment.close()
    this.#bulletin.changed()
    if (error) this.#settle.reject(error)
    else this.#settle.resolve()
  }
}
