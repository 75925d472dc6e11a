/**
 * Counts the bytes of one answer as they really go out and saves them, merged, while it runs and at its end. "Written"
 * is what the kernel has taken. The last stretch of it, as much as the kernel can hold, is not yet taken for arrived;
 * when the line breaks it stays in doubt, until the recipient goes on behind it.
 */
import type { Socket } from 'node:net'
import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { isDatabaseAway } from '../database/is-database-away.ts'
import { newId } from '../ids.ts'
import { Arrivals } from './arrival.ts'
import { ClaimWatch } from './claim-watch.ts'
import { type ByteRange, type DeliveryStep, saveDelivery, saveMachineDelivery } from './save-delivery.ts'
import { readClaims, type Sending } from './sending-store.ts'
import { maxInFlightBytes } from './socket-queue.ts'

const TICK_MS = 500
/** Saved at a tick once so much is unsaved, or at every fourth. */
const SAVE_BYTES = 8 * 1024 * 1024
const TICKS_PER_SAVE = 4
const LAST_TRIES = 30
/** While the database is away: six hours. */
const LAST_TRIES_AWAY = 10_800
const LAST_TRY_PAUSE_MS = 2_000
const STOP_PATIENCE_MS = 5_000

/** What an answer sends, of what, to whom. */
export interface Delivery extends Pick<DeliveryStep, 'scene' | 'grantId' | 'stretchesOf' | 'fileId' | 'resourceBytes'> {
  resource: string
  range: ByteRange
}

type Needs = Pick<Context, 'db' | 'geo' | 'nodeId' | 'log'>

/** The answers this process is sending. */
export class DeliveryMeters {
  readonly arrivals = new Arrivals()
  readonly #ctx: Needs
  readonly #running = new Set<DeliveryMeter>()

  constructor(ctx: Needs) {
    this.#ctx = ctx
  }

  /** Begins to count an answer. Its `end` must be called whatever becomes of it. */
  begin(delivery: Delivery, socket: Socket): DeliveryMeter {
    const meter = new DeliveryMeter(this.#ctx, delivery, socket, (sending) => this.#claim(sending))
    this.#running.add(meter)
    void meter.settled.then(() => this.#running.delete(meter))
    return meter
  }

  /** Saves what is known of everything that still runs; for a server that stops. */
  async settle(): Promise<void> {
    this.arrivals.conclude()
    await immediate()
    const all = Promise.all([...this.#running].map((meter) => meter.end(false, { goesOn: true })))
    await Promise.race([all, pause(STOP_PATIENCE_MS, undefined, { ref: false })])
  }

  /** An answer begins behind others that still run to the same end: they are told at once, not when they look. */
  #claim({ id, recipientId, resource, startsAt, endsAt }: Sending): void {
    for (const { sending, claims } of this.#running) {
      const isSame = sending.recipientId === recipientId && sending.resource === resource && sending.endsAt === endsAt
      if (isSame && sending.id !== id && sending.startsAt < startsAt) claims.claim(startsAt)
    }
  }
}

export class DeliveryMeter {
  readonly sending: Sending
  readonly claims: ClaimWatch
  readonly #ctx: Needs
  readonly #delivery: Delivery
  readonly #tellOthers: (sending: Sending) => void
  readonly #settled = Promise.withResolvers<void>()
  readonly #timer: NodeJS.Timeout
  writtenTo: number
  #arrivedTo: number
  #savedWrittenTo: number
  #savedArrivedTo: number
  #hasSaved = false
  #hadAll: boolean | null = null
  #ticks = 0
  #saving: Promise<void> | null = null
  #isEnded = false

  constructor(ctx: Needs, delivery: Delivery, socket: Socket, tellOthers: (sending: Sending) => void) {
    const { from, to } = delivery.range
    const recipientId = delivery.scene.recipientId ?? ''
    this.sending = { id: newId(), recipientId, resource: delivery.resource, startsAt: from, endsAt: to }
    this.#ctx = ctx
    this.#delivery = delivery
    this.#tellOthers = tellOthers
    this.writtenTo = from
    this.#arrivedTo = from
    this.#savedWrittenTo = from
    this.#savedArrivedTo = from
    this.claims = new ClaimWatch(
      socket,
      () => this.writtenTo,
      (to) => this.#arrived(to),
    )
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref()
  }

  /** Resolves once everything that could be known is saved. */
  get settled(): Promise<void> {
    return this.#settled.promise
  }

  /** The kernel has taken the next `bytes`. */
  written(bytes: number): void {
    const isFirst = this.writtenTo === this.sending.startsAt
    this.writtenTo += bytes
    this.#arrivedTo = Math.max(this.#arrivedTo, this.writtenTo - maxInFlightBytes())
    if (isFirst) this.#saveInPassing()
  }

  /**
   * Nothing more will be counted. `hasArrived`: everything that was written is known to have arrived. `goesOn`: more is
   * written until the process ends.
   */
  async end(hasArrived: boolean, { goesOn = false } = {}): Promise<void> {
    if (this.#isEnded) return this.settled
    this.#isEnded = true
    clearInterval(this.#timer)
    const claimedTo = this.claims.conclude()
    this.#arrivedTo = hasArrived ? this.writtenTo : Math.max(this.#arrivedTo, claimedTo)
    this.writtenTo = Math.max(this.writtenTo, this.#arrivedTo)
    await this.#saving
    const isUntouched = this.writtenTo === this.sending.startsAt && this.sending.endsAt > this.sending.startsAt
    if (!isUntouched && (hasArrived || this.sending.endsAt > this.sending.startsAt)) await this.#saveAtLast(goesOn)
    this.#settled.resolve()
  }

  #arrived(to: number): void {
    this.#arrivedTo = Math.max(this.#arrivedTo, to)
    this.#saveInPassing()
  }

  #tick(): void {
    this.#ticks++
    const unsaved = this.writtenTo - this.#savedWrittenTo + this.#arrivedTo - this.#savedArrivedTo
    const isTime = this.#ticks % TICKS_PER_SAVE === 0
    if (unsaved >= SAVE_BYTES || (unsaved > 0 && isTime)) this.#saveInPassing()
    // Where the database is away it is asked again in two seconds.
    else if (isTime && this.#arrivedTo < this.writtenTo) void this.#hearClaims().catch(() => {})
  }

  /** An answer that stands still saves nothing, and yet what another process was asked for may say how far it has come. */
  async #hearClaims(): Promise<void> {
    if (this.#delivery.scene.lane.lane !== 'human') return
    for (const claim of await readClaims(this.#ctx.db, this.sending)) this.claims.claim(claim)
  }

  #saveInPassing(): void {
    if (this.#isEnded || this.#saving !== null) return
    this.#saving = this.#save(false)
      .catch((error) => this.#ctx.log.warn({ error, sending: this.sending.id }, 'a delivery could not be saved yet'))
      .finally(() => {
        this.#saving = null
      })
  }

  /** The bytes are gone, so this is tried for a minute, and for as long as an outage of the database may last. */
  async #saveAtLast(goesOn: boolean): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await this.#save(true, goesOn)
        return
      } catch (error) {
        // Not once more for every try of every answer that an outage holds up.
        if (tries % LAST_TRIES === 1) {
          this.#ctx.log.warn({ error, sending: this.sending.id, tries }, 'the end of a delivery could not be saved')
        }
        if (tries >= (isDatabaseAway(error) ? LAST_TRIES_AWAY : LAST_TRIES)) return
        await pause(LAST_TRY_PAUSE_MS, undefined, { ref: false })
      }
    }
  }

  async #save(isOver: boolean, goesOn = !isOver): Promise<void> {
    const { scene, grantId, stretchesOf, fileId, resourceBytes } = this.#delivery
    const [writtenTo, arrivedTo] = [this.writtenTo, this.#arrivedTo]
    const { startsAt } = this.sending
    const step: DeliveryStep = {
      sending: this.sending,
      scene,
      grantId,
      stretchesOf,
      written: { from: this.#savedWrittenTo, to: writtenTo },
      arrived: { from: this.#savedArrivedTo, to: arrivedTo },
      mayContinue: !this.#hasSaved && startsAt > 0,
      isOver,
      judgeLate: (claims) => this.claims.judgeLate(claims),
      goesOn,
      fileId,
      resourceBytes,
      hadAll: this.#hadAll,
    }
    if (scene.lane.lane === 'human') {
      const saved = await saveDelivery(this.#ctx, step)
      this.#hadAll = saved.hadAll
      for (const claim of saved.claims) this.claims.claim(claim)
      if (step.mayContinue) this.#tellOthers(this.sending)
    } else await saveMachineDelivery(this.#ctx, step, !this.#hasSaved)
    this.#hasSaved = true
    this.#savedWrittenTo = writtenTo
    this.#savedArrivedTo = arrivedTo
  }
}
