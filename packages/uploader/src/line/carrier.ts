/**
 * Sends parts and learns from the results: over which origins, how many at once, how large the next ones may be. It
 * decides nothing else; it passes on every landing once, with its verdict or null where no answer came.
 */
import type { PlannedBlob, UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { Span } from '../files/spans.ts'
import type { ReadyPart } from '../preparation.ts'
import type { PartAnswer, PartRequest, Transport } from '../transport/environment.ts'
import type { Warmth } from '../transport/warm-up.ts'
import { Controller, PARALLEL_PER_ORIGIN, startParallelFor } from './controller.ts'
import { type Flight, Flights } from './flights.ts'
import { judgeAnswer, type Verdict } from './judge-answer.ts'
import { type Origin, Origins } from './origins.ts'
import { PartSize, startBytesFor } from './part-size.ts'

const PROBE_MS = 3_000
const SMALLEST_PIECE = 64 * 1024

export interface CarrierOptions {
  plan: UploadPlan
  transport: Transport
  isPolite: boolean
  effectiveType: string | undefined
  warm?: Warmth | undefined
  onLastParts: (() => void) | undefined
  now(): number
  giveBack(span: Span): void
  onProgress(): void
  onLanded(flight: Flight, verdict: Verdict | null): void
  /** More parts may be under way: an origin has answered a probe, or the line carries more. */
  onRoom(): void
}

export class Carrier {
  readonly origins: Origins
  readonly flights = new Flights()
  /** Null where the store fixes the size of parts. */
  readonly size: PartSize | null
  readonly controller: Controller
  token: string
  readonly #options: CarrierOptions
  /** Parts at once where every origin answers. */
  readonly #reach: number
  /** Undefined once called, or where nobody wants to know. */
  #onLastParts: (() => void) | undefined
  #bytesLanded = 0

  constructor(options: CarrierOptions) {
    const { plan, isPolite, now } = options
    this.#options = options
    this.token = plan.token
    this.#onLastParts = options.onLastParts
    this.origins = new Origins(plan.transport === 'server' ? plan.origins : ['the store'])
    this.#reach = this.#capFor(this.origins.all.length)
    const { effectiveType, warm } = options
    const start = Math.min(this.#reach, plan.line?.parallel ?? startParallelFor(effectiveType))
    this.controller = new Controller({ cap: PARALLEL_PER_ORIGIN, now: now(), isPolite, reach: this.#reach, start })
    this.controller.roundTripMs = warm?.roundTripMs ?? plan.line?.roundTripMs ?? 0
    for (const origin of this.origins.all) if (warm?.origins.includes(origin.url)) this.origins.answered(origin)
    this.size = partSizeFor(plan, effectiveType)
    this.#countOrigins()
  }

  /** The size for the next part of a blob, where that is open. */
  sizeOf(blob: PlannedBlob, bytesLeft: number): number {
    const parallel = this.controller.isRamping ? this.#reach : this.controller.parallel
    const lanes = { parallel, pace: this.flights.pace ?? 0, roundTripMs: this.controller.roundTripMs }
    return this.size?.toCut(bytesLeft, lanes) ?? blob.partBytes
  }

  /** Whether a part of that size may be sent as several smaller ones. */
  canShrink({ blob, bytes }: Span): boolean {
    const planned = this.#options.plan.blobs[blob]
    return planned?.resizable === true && bytes > planned.minPartBytes
  }

  /** Probes all origins, without waiting: parts go to the page's own meanwhile, and some networks drop packets silently. */
  warmUp(): void {
    const { plan, warm } = this.#options
    const [own] = this.origins.all
    if (own && plan.transport === 'server' && warm?.roundTripMs == null) void this.#probe(own)
    this.askOrigins()
  }

  /** Probes the origins that are due again. */
  askOrigins(): void {
    for (const origin of this.origins.due(this.#options.now())) void this.#probe(origin)
  }

  async knock(): Promise<boolean> {
    return (await this.#options.transport.probe(this.#options.plan.origins[0] ?? '', PROBE_MS)) !== null
  }

  /** Sends `part`, or the part of a flight a second time. */
  send(part: ReadyPart, origin: Origin, twin: Flight | null = null): void {
    const now = this.#options.now()
    const onProgress = (bytesSent: number) => this.#progressed(flight, bytesSent)
    const sending = this.#options.transport.send({ ...this.#requestFor(part, origin), onProgress })
    const ticket = this.controller.begun(now)
    const { abort } = sending
    const flight: Flight = { part, origin, ticket, startedAt: now, progressAt: now, bytesSent: 0, twin, abort }
    if (twin) twin.twin = flight
    this.flights.add(flight)
    sending.answer.then(
      (answer) => this.#landed(flight, answer),
      () => this.#landed(flight, null),
    )
  }

  /**
   * At the tail, where connections are idle: sends slow parts a second time, beside their first sending, since the
   * server takes whichever is complete first; gives hopeless ones back, so that they go in pieces.
   */
  raceSlowest(idle: number): void {
    this.#tellLastParts()
    for (let left = idle; left > 0; left--) {
      const piecesOf = (span: Span) =>
        this.canShrink(span) ? Math.min(left, Math.floor(span.bytes / SMALLEST_PIECE)) : 1
      const slowest = this.flights.slowest(this.#options.now(), this.controller.roundTripMs, piecesOf)
      const origin = slowest && this.origins.pick()
      if (!origin) return
      const [flight, isHopeless] = slowest
      if (!isHopeless) this.send(flight.part, origin, flight)
      else {
        for (const one of [flight.twin, flight]) if (one) this.drop(one)
        this.#options.giveBack(flight.part.span)
        return
      }
    }
  }

  #tellLastParts(): void {
    const [own] = this.origins.all as [Origin]
    const tell = this.#onLastParts
    if (tell === undefined || own.inFlight >= PARALLEL_PER_ORIGIN) return
    this.#onLastParts = undefined
    // The caller's call has a connection from now on, and counts when it starts something here at once.
    own.inFlight++
    tell()
  }

  /** Aborts a flight without reporting it. */
  drop(flight: Flight): void {
    if (this.#remove(flight)) flight.abort()
  }

  /** The part of a landed flight is acknowledged: learns from it. */
  learn(flight: Flight): void {
    const { bytes } = flight.part.span
    const now = this.#options.now()
    const tookMs = now - flight.startedAt
    this.origins.succeeded(flight.origin, now)
    this.flights.completed(bytes, tookMs)
    this.#bytesLanded += bytes
    this.controller.completed(flight.ticket, bytes, tookMs, now)
    if (!this.size) return
    this.size.isClimbing = this.controller.isClimbing
    this.size.completed(bytes, tookMs)
  }

  failed(flight: Flight): void {
    this.origins.failed(flight.origin, flight.startedAt, this.#options.now())
  }

  leave(origin: Origin): void {
    this.origins.leave(origin, this.#options.now())
  }

  /** Once a second: finds problems that give no answer. Returns the flights to abort; their parts will be smaller. */
  review(): Flight[] {
    const now = this.#options.now()
    this.#countOrigins()
    this.controller.review(now)
    for (const { bytesSent, startedAt } of this.flights) this.size?.progressed(bytesSent, now - startedAt)
    const stalled = this.flights.stalled(now, this.size?.smallest ?? null)
    for (const { part } of stalled) this.size?.tooSlow(part.span.bytes)
    return stalled
  }

  #requestFor({ span, body, crc32, signed }: ReadyPart, origin: Origin): Omit<PartRequest, 'onProgress'> {
    if (signed) return { url: signed.url, headers: signed.headers, body }
    const { path } = this.#options.plan.blobs[span.blob] as PlannedBlob
    const headers = {
      Authorization: `Bearer ${this.token}`,
      'Content-Type': 'application/octet-stream',
      'Waybill-Offset': String(span.offset),
      'Waybill-Crc32': String(crc32),
    }
    return { url: `${origin.url}${path}`, headers, body }
  }

  #progressed(flight: Flight, bytesSent: number): void {
    if (bytesSent <= flight.bytesSent) return
    flight.bytesSent = bytesSent
    const now = this.#options.now()
    flight.progressAt = now
    const hasRoom = this.controller.isRamping && this.controller.progressed(this.#bytesGone, now)
    if (hasRoom) this.#options.onRoom()
    else this.#options.onProgress()
  }

  #landed(flight: Flight, answer: PartAnswer | null): void {
    if (!this.#remove(flight)) return
    const { span, crc32 } = flight.part
    const sent = { offset: span.offset, bytes: span.bytes, crc32 }
    this.#options.onLanded(flight, answer && judgeAnswer(answer, this.#options.plan.transport, sent))
  }

  #remove(flight: Flight): boolean {
    if (!this.flights.remove(flight)) return false
    this.controller.ended(flight.ticket, this.#options.now())
    return true
  }

  async #probe(origin: Origin): Promise<void> {
    const roundTripMs = await this.#options.transport.probe(origin.url, PROBE_MS)
    if (roundTripMs === null) return
    this.origins.answered(origin)
    this.#countOrigins()
    if (origin.isOwn) this.controller.roundTripMs = roundTripMs
    this.#options.onRoom()
  }

  get #bytesGone(): number {
    return this.#bytesLanded + this.flights.bytesGone()
  }

  #countOrigins(): void {
    this.controller.cap = this.#capFor(this.origins.alive)
  }

  #capFor(origins: number): number {
    return Math.min(this.#options.plan.maxParallel ?? Number.POSITIVE_INFINITY, PARALLEL_PER_ORIGIN * origins)
  }
}

function partSizeFor(plan: UploadPlan, effectiveType: string | undefined): PartSize | null {
  const blob = plan.blobs.find(({ resizable }) => resizable)
  if (!blob) return null
  const start = effectiveType === undefined ? blob.partBytes : startBytesFor(effectiveType)
  return new PartSize({ start, smallest: blob.minPartBytes, largest: plan.maxPartBytes })
}
