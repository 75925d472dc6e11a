/**
 * Saves what a carrier learns about one answer: when its first bytes have been sent, every second or 4 MiB while it
 * runs, and at its end, which is retried until it is saved.
 */
import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises'
import { type ConnectionEnd, type EvidenceKind, judgeProxied, type Outcome } from '@waybill/contract/tracking/evidence'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { isDatabaseAway } from '../../platform/database/is-database-away.ts'
import { isProxyIn } from '../../platform/http/proxies/is-proxy.ts'
import type { AwaitedLine } from '../../platform/http/proxies/proxy-log.ts'
import { newId } from '../../platform/ids.ts'
import { judgeAsking } from '../open/judge-asking.ts'
import { Carrier } from './carrier.ts'
import { loadLibc } from './kernel-socket.ts'
import { type ByteRange, type DeliveryStep, saveDelivery, saveMachineDelivery } from './save-delivery.ts'
import type { Sending } from './sending-store.ts'

const TICK_MS = 500
/** Saves after this many unsaved bytes, or at every second tick. */
const SAVE_BYTES = 4 * 1024 * 1024
const TICKS_PER_SAVE = 2
const TELL_EVERY_MS = 1_000
/** Well below the time that counts as a stall. */
const PUT_STALL_OFF_EVERY_MS = 60_000
const LAST_TRIES = 30
/** While the database is unavailable: six hours. */
const LAST_TRIES_AWAY = 10_800
const LAST_TRY_PAUSE_MS = 2_000
const STOP_PATIENCE_MS = 5_000
const LAST_MOMENT_MS = 1_000
/** A proxy may hold megabytes for a slow reader; it reports one that broke off at once. */
const LINE_PATIENCE_MS: Record<ConnectionEnd, number> = { read: 20 * 60_000, cut: 2 * 60_000 }

/** A proxy in between announces itself with one of these, whether or not we know it. */
const forwarding = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']

/** A proxy logs the answer under this id; nobody else must see it. */
const DELIVERY_HEADER = 'waybill-delivery'

/** What an answer sends, of which resource, to whom. */
export interface Delivery
  extends Pick<DeliveryStep, 'eventContext' | 'grantId' | 'fileRangesOf' | 'fileId' | 'resourceBytes'> {
  resource: string
  range: ByteRange
}

type Needs = Pick<Context, 'db' | 'geo' | 'signer' | 'nodeId' | 'log' | 'config' | 'proxyLog'>
/** What its request reveals. */
type Manner = Pick<DeliveryStep, 'asking'>

/** The answers this process is sending. */
export class DeliveryMeters {
  readonly #ctx: Needs
  readonly #libc = loadLibc()
  readonly #running = new Set<DeliveryMeter>()
  readonly #isProxy: (address: string) => boolean

  constructor(ctx: Needs) {
    this.#ctx = ctx
    this.#isProxy = isProxyIn(ctx.config.trustedProxies)
  }

  /** Starts to count an answer on the connection of its request, before a byte is written. */
  begin(delivery: Delivery, { raw: { socket, headers } }: FastifyRequest): DeliveryMeter {
    const isKnown = this.#isProxy(socket.remoteAddress ?? '')
    const isProxied = isKnown || forwarding.some((name) => name in headers)
    const carrier = new Carrier(this.#libc, socket, { range: delivery.range, isProxied })
    const line = isKnown ? (this.#ctx.proxyLog?.await() ?? null) : null
    const asking = judgeAsking(headers, delivery.range.from)
    const meter = new DeliveryMeter(this.#ctx, { ...delivery, asking }, { carrier, line })
    this.#running.add(meter)
    void meter.settled.then(() => this.#running.delete(meter))
    return meter
  }

  /**
   * For a server that stops: clients that were sent everything get a moment to end the connection. Running answers
   * continue.
   */
  async conclude(): Promise<void> {
    await this.#endSoon([...this.#running].filter(({ carrier }) => carrier.isSent))
  }

  /** Saves what is known about everything that still runs. */
  async settle(): Promise<void> {
    const [sent, others] = [[...this.#running].filter(({ carrier }) => carrier.isSent), [...this.#running]]
    await this.#endSoon(sent)
    for (const meter of others) meter.conclude()
    await immediate()
    const all = Promise.all([...this.#running].map((meter) => meter.settled))
    await Promise.race([all, pause(STOP_PATIENCE_MS, undefined, { ref: false })])
  }

  async #endSoon(meters: readonly DeliveryMeter[]): Promise<void> {
    const ended = Promise.all(meters.map(({ outcome }) => outcome))
    await Promise.race([ended, pause(LAST_MOMENT_MS, undefined, { ref: false })])
    for (const meter of meters) meter.conclude()
  }
}

interface Watched {
  carrier: Carrier
  /** Where a proxy reports what it has sent of it. */
  line: AwaitedLine | null
}

export class DeliveryMeter {
  readonly carrier: Carrier
  /** Its outcome. Resolves once, whatever happens to the connection. */
  readonly outcome: Promise<Outcome>
  /** The answer's headers for a proxy that reports what it has sent. */
  readonly headers: Record<string, string>
  /** Resolves once everything knowable is saved. */
  readonly settled: Promise<void>
  readonly #ctx: Needs
  readonly #delivery: Delivery & Manner
  readonly #line: AwaitedLine | null
  readonly #sending: Sending
  readonly #timer: NodeJS.Timeout
  #savedTo: number
  #hasSaved = false
  #hadAll: boolean | null = null
  #toldAtMs = Number.NEGATIVE_INFINITY
  #putOffAtMs = Number.NEGATIVE_INFINITY
  #ticks = 0
  #endedAtMs = 0
  #saving: Promise<void> | null = null
  #isOver = false

  constructor(ctx: Needs, delivery: Delivery & Manner, { carrier, line }: Watched) {
    const { from, to } = delivery.range
    const recipientId = delivery.eventContext.recipientId ?? ''
    this.#sending = { id: newId(), recipientId, resource: delivery.resource, startsAt: from, endsAt: to }
    this.#ctx = ctx
    this.#delivery = delivery
    this.carrier = carrier
    this.#savedTo = from
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref()
    this.#line = line
    this.headers = line === null ? {} : { [DELIVERY_HEADER]: line.id }
    this.outcome = this.#judge()
    this.settled = this.outcome.then((outcome) => this.#end(outcome))
  }

  /** The kernel has taken the next `bytes`. */
  written(bytes: number): void {
    this.carrier.written(bytes)
    if (!this.#hasSaved || this.carrier.arrivedTo - this.#savedTo >= SAVE_BYTES) this.#saveInPassing()
  }

  /** Nothing more can be learned: the process stops. */
  conclude(): void {
    this.carrier.conclude()
    this.#line?.giveUp()
  }

  async #judge(): Promise<Outcome> {
    const { carrier } = this
    const end = await carrier.ended
    this.#endedAtMs = performance.now()
    const { startsAt, endsAt } = this.#sending
    const { arrivedTo, isProxied } = carrier
    if (!isProxied) return { end, arrivedTo, evidence: 'received' }
    // An empty range needs no report, and a proxy that never saw the answer's head reports nothing.
    if (end === 'cut' && arrivedTo === startsAt) this.#line?.giveUp()
    const report = (await this.#line?.within(LINE_PATIENCE_MS[end])) ?? null
    if (report !== null) this.#endedAtMs = performance.now()
    return judgeProxied({ startsAt, endsAt, arrivedTo }, end, report)
  }

  #tick(): void {
    this.#ticks++
    if (this.#ticks % TICKS_PER_SAVE === 0 && this.carrier.arrivedTo > this.#savedTo) this.#saveInPassing()
  }

  #saveInPassing(): void {
    if (this.#isOver || this.#saving !== null) return
    this.#saving = this.#save(null, performance.now())
      .catch((error) => this.#ctx.log.warn({ error, sending: this.#sending.id }, 'a delivery could not be saved yet'))
      .finally(() => {
        this.#saving = null
      })
  }

  async #end(outcome: Outcome): Promise<void> {
    this.#isOver = true
    clearInterval(this.#timer)
    await this.#saving
    const { startsAt } = this.#sending
    const isUntouched = !this.#hasSaved && this.carrier.writtenTo === startsAt && this.carrier.arrivedTo === startsAt
    if (!isUntouched || outcome.end === 'read') await this.#saveAtLast(outcome)
  }

  /** The bytes are gone, so this retries for a minute, and for as long as an outage of the database may last. */
  async #saveAtLast(outcome: Outcome): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await this.#save(outcome, this.#endedAtMs)
        return
      } catch (error) {
        // Not repeated for every try of every answer that an outage delays.
        if (tries % LAST_TRIES === 1) {
          this.#ctx.log.warn({ error, sending: this.#sending.id, tries }, 'the end of a delivery could not be saved')
        }
        if (tries >= (isDatabaseAway(error) ? LAST_TRIES_AWAY : LAST_TRIES)) return
        await pause(LAST_TRY_PAUSE_MS, undefined, { ref: false })
      }
    }
  }

  /** Until the outcome is known, bytes sent to a proxy count as handed to it. */
  async #save(outcome: Outcome | null, happenedAtMs: number): Promise<void> {
    const nowMs = performance.now()
    const end = outcome?.end ?? null
    const isTellDue = end !== null || nowMs - this.#toldAtMs >= TELL_EVERY_MS
    const isStallDue = end !== null || nowMs - this.#putOffAtMs >= PUT_STALL_OFF_EVERY_MS
    const { resource: _resource, range: _range, ...delivery } = this.#delivery
    const evidence: EvidenceKind = outcome?.evidence ?? (this.carrier.isProxied ? 'handed-over' : 'received')
    const { writtenTo } = this.carrier
    const arrivedTo = outcome?.arrivedTo ?? this.carrier.arrivedTo
    // What a proxy has sent was handed to it before: all of it now rests on its report.
    const from = evidence === 'sent-by-proxy' ? this.#sending.startsAt : Math.min(this.#savedTo, arrivedTo)
    const step: DeliveryStep = {
      ...delivery,
      sending: this.#sending,
      writtenTo,
      evidence,
      arrived: { from, to: arrivedTo },
      takenBack: { from: arrivedTo, to: Math.max(this.#savedTo, arrivedTo) },
      isFirst: !this.#hasSaved,
      end,
      happenedAtMs,
      isTellDue,
      isStallDue,
      hadAll: this.#hadAll,
    }
    if (step.eventContext.judged.actorKind === 'human') this.#hadAll = (await saveDelivery(this.#ctx, step)).hadAll
    else if (step.isFirst || end !== null) await saveMachineDelivery(this.#ctx, step)
    this.#hasSaved = true
    this.#savedTo = arrivedTo
    if (isTellDue) this.#toldAtMs = nowMs
    if (isStallDue) this.#putOffAtMs = nowMs
  }
}
