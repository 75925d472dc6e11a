/**
 * A line in a model, with the kernel's buffers, a bottleneck with a queue, and servers that receive parts as ours do:
 * for the engine's behaviour on long, lossy and changing lines, in virtual time and always with the same result.
 */
import type { PartAnswer, PartRequest, Sending } from '../../src/transport/environment.ts'
import { SteppedClock } from '../stepped-clock.ts'
import { noise } from './noise.ts'
import { type Surroundings, Tcp } from './tcp.ts'

const PER_ORIGIN = 6
const SERVER_MS = 15
const PROGRESS_EVERY_MS = 50
const LOST_HANDSHAKE_MS = 1_000

export interface LineFigures {
  roundTripMs: number
  /** Chance that one segment is lost, each way. */
  loss: number
  megabits: number
  /** What the bottleneck holds before it drops. */
  queueMs: number
}

interface Socket {
  tcp: Tcp
  isBusy: boolean
  /** A chance that the line's faults use: the nth socket of its device. */
  nth: number
}

/** One PUT on its way. */
export interface Exchange {
  device: Device
  origin: string
  /** Null while it waits for one. */
  socket: Socket | null
  request: PartRequest
  startsAt: number
  hasArrived: boolean
  delivered: number
  buffered: number
  toldAt: number
  /** When its answer arrives; null while bytes are left. */
  answersAt: number | null
  answer: PartAnswer
  resolve(answer: PartAnswer): void
  reject(error: Error): void
}

/** What receives the parts of a device. */
export interface Receiver {
  /** The request has arrived: ends older ones of the same range. */
  began(exchange: Exchange, open: readonly Exchange[]): Exchange[]
  /** The body has arrived. */
  ended(exchange: Exchange): PartAnswer
}

/** One sender's sockets. */
export interface Device {
  receiver: Receiver
  sockets: Map<string, Socket[]>
  allowed: Set<string>
}

export class ModelledLine {
  readonly clock = new SteppedClock()
  readonly figures: LineFigures
  readonly random: () => number
  /** Nothing passes. */
  isDark = false
  /** Origins that answer no more. */
  readonly dead = new Set<string>()
  /** A proxy before the server takes whole bodies at the line's speed, and passes them on one by one at this one. */
  proxyMegabits = Number.POSITIVE_INFINITY
  #proxyIsFreeAt = 0
  /** A middlebox resets further sockets of a device. */
  mostSockets = Number.POSITIVE_INFINITY
  #exchanges: Exchange[] = []
  #queueBytes = 0
  #isActive = false

  constructor(figures: LineFigures, seed = 1) {
    this.figures = { ...figures }
    this.random = noise(seed)
  }

  get roundTripMs(): number {
    return this.figures.roundTripMs + this.#queueBytes / this.#bytesPerMs
  }

  /** Parts under way, of all devices. */
  get underWay(): number {
    return this.#exchanges.length
  }

  /** Moves time until `work` settles; returns the milliseconds, or null after `mostMs`. Rejects as `work` does. */
  async run(work: Promise<unknown>, mostMs = 600_000): Promise<number | null> {
    let state: 'open' | 'done' | { error: unknown } = 'open'
    work.then(
      () => {
        state = 'done'
      },
      (error: unknown) => {
        state = { error }
      },
    )
    const read = (): typeof state => state
    const from = this.clock.now()
    const stepMs = Math.min(20, Math.max(2.5, this.figures.roundTripMs / 10))
    await settle()
    while (read() === 'open' && this.clock.now() - from < mostMs) {
      this.#isActive = this.clock.advance(stepMs)
      if (!this.isDark) this.#step(stepMs)
      if (this.#isActive) await settle()
    }
    const end = read()
    if (typeof end === 'object') throw end.error
    return end === 'done' ? this.clock.now() - from : null
  }

  async probe(device: Device, origin: string, timeoutMs: number): Promise<number | null> {
    const from = this.clock.now()
    const isGone = this.dead.has(origin) || this.isDark
    const opened = isGone ? null : this.#socket(device, origin)
    const tookMs = opened ? opened.startsAt - from + this.roundTripMs + 1 : timeoutMs
    await new Promise<void>((resolve) => this.clock.after(Math.min(tookMs, timeoutMs), resolve))
    if (opened) this.#free(device, origin, opened.socket)
    const isReset = (opened?.socket.nth ?? 0) > this.mostSockets
    return opened === null || isReset || tookMs >= timeoutMs ? null : this.roundTripMs
  }

  send(device: Device, request: PartRequest): Sending {
    const { origin } = new URL(request.url)
    const { promise: answer, resolve, reject } = Promise.withResolvers<PartAnswer>()
    const exchange: Exchange = {
      ...{ device, origin, socket: null, request, resolve, reject, startsAt: Number.POSITIVE_INFINITY },
      ...{ hasArrived: false, delivered: 0, buffered: 0, toldAt: 0, answersAt: null },
      answer: { status: 0, text: '', retryAfter: null },
    }
    this.#exchanges.push(exchange)
    this.#begin(exchange)
    const abort = () => {
      this.#close(exchange)
      reject(new Error('aborted'))
    }
    return { answer, abort }
  }

  /** Where a browser has a connection for it; otherwise it waits for one. */
  #begin(exchange: Exchange): void {
    const { device, origin, request } = exchange
    const opened = this.#socket(device, origin)
    if (!opened) return
    const { socket, startsAt } = opened
    const { pathname } = new URL(request.url)
    const asksFirst = !origin.endsWith('own') && !device.allowed.has(`${origin}${pathname}`)
    exchange.socket = socket
    exchange.startsAt = startsAt + (asksFirst ? this.roundTripMs : 0)
    if (asksFirst) {
      this.clock.after(exchange.startsAt - this.clock.now(), () => device.allowed.add(`${origin}${pathname}`))
    }
    if (socket.nth > this.mostSockets) {
      this.clock.after(this.roundTripMs, () => {
        this.#close(exchange)
        exchange.reject(new Error('reset'))
      })
    }
  }

  #free(device: Device, origin: string, socket: Socket): void {
    socket.isBusy = false
    this.#next(device, origin)
  }

  #next(device: Device, origin: string): void {
    const waiting = this.#exchanges.find(
      (exchange) => exchange.device === device && exchange.origin === origin && exchange.socket === null,
    )
    if (waiting) this.#begin(waiting)
  }

  /** Connections to every origin stand open, as after probes. */
  warm(device: Device, origins: readonly string[]): void {
    for (const [nth, origin] of origins.entries()) {
      const sockets = Array.from({ length: PER_ORIGIN }, (_, at) => {
        return { tcp: new Tcp(), isBusy: false, nth: nth * PER_ORIGIN + at + 1 }
      })
      device.sockets.set(origin, sockets)
    }
  }

  get #bytesPerMs(): number {
    return (this.figures.megabits * 1e6) / 8 / 1_000
  }

  #socket(device: Device, origin: string): { socket: Socket; startsAt: number } | null {
    const sockets = device.sockets.get(origin) ?? []
    device.sockets.set(origin, sockets)
    const idle = sockets.find(({ isBusy }) => !isBusy)
    if (idle) {
      idle.isBusy = true
      return { socket: idle, startsAt: this.clock.now() }
    }
    if (sockets.length >= PER_ORIGIN) return null
    const nth = 1 + [...device.sockets.values()].reduce((sum, { length }) => sum + length, 0)
    const socket: Socket = { tcp: new Tcp(), isBusy: true, nth }
    sockets.push(socket)
    const isLost = this.random() < 2 * this.figures.loss
    return { socket, startsAt: this.clock.now() + this.roundTripMs + (isLost ? LOST_HANDSHAKE_MS : 0) }
  }

  #step(stepMs: number): void {
    const { figures, clock, random } = this
    const now = clock.now()
    const capacity = this.#bytesPerMs * stepMs
    const roundTripMs = this.roundTripMs
    const queueMs = this.#queueBytes / this.#bytesPerMs
    const calm: Surroundings = { now, roundTripMs, queueMs, loss: figures.loss, random }
    const sending: Array<{ exchange: Exchange; bytes: number }> = []
    let total = 0
    for (const exchange of [...this.#exchanges]) {
      if (this.dead.has(exchange.origin) || now < exchange.startsAt) continue
      this.#arrive(exchange, now)
      const left = exchange.request.body.size - exchange.delivered
      if (exchange.answersAt !== null || left <= 0 || exchange.socket === null) continue
      const bytes = Math.min(left, exchange.socket.tcp.wants(stepMs, calm))
      sending.push({ exchange, bytes })
      total += bytes
    }
    const most = this.#bytesPerMs * figures.queueMs
    const waiting = Math.max(0, this.#queueBytes + total - capacity)
    const dropped = Math.max(0, waiting - most)
    this.#queueBytes = Math.min(most, waiting)
    const loss = 1 - (1 - figures.loss) * (1 - (total > 0 ? Math.min(0.9, dropped / total) : 0))
    for (const { exchange, bytes } of sending) this.#carry(exchange, bytes, { ...calm, loss })
    this.#answer(now)
  }

  #carry(exchange: Exchange, bytes: number, around: Surroundings): void {
    const { request, socket } = exchange
    const { size } = request.body
    if (!socket) return
    if (bytes > 0) exchange.delivered += socket.tcp.sent(bytes, size - exchange.delivered, around)
    // The last segments are whole.
    if (size - exchange.delivered < 1) exchange.delivered = size
    const buffered = Math.min(size, exchange.delivered + socket.tcp.bufferBytes)
    if (buffered > exchange.buffered && around.now - exchange.toldAt >= PROGRESS_EVERY_MS) {
      exchange.buffered = buffered
      exchange.toldAt = around.now
      request.onProgress(buffered)
      this.#isActive = true
    }
    if (exchange.delivered < size) return
    this.#proxyIsFreeAt = Math.max(around.now, this.#proxyIsFreeAt) + size / (this.proxyMegabits * 125)
    exchange.answersAt = this.#proxyIsFreeAt + around.roundTripMs + SERVER_MS
    exchange.answer = exchange.device.receiver.ended(exchange)
  }

  #arrive(exchange: Exchange, now: number): void {
    if (exchange.hasArrived || now < exchange.startsAt + this.figures.roundTripMs / 2) return
    exchange.hasArrived = true
    const open = this.#exchanges.filter(({ device, answersAt }) => device === exchange.device && answersAt === null)
    for (const older of exchange.device.receiver.began(exchange, open)) {
      older.answersAt = now + this.figures.roundTripMs / 2
      older.answer = {
        status: 409,
        text: JSON.stringify({ code: 'part-superseded', facts: {}, requestId: 'r' }),
        retryAfter: null,
      }
    }
  }

  #answer(now: number): void {
    for (const exchange of this.#exchanges.filter(({ answersAt }) => answersAt !== null && answersAt <= now)) {
      this.#isActive = true
      if (exchange.answer.status === 200) {
        this.#exchanges = this.#exchanges.filter((other) => other !== exchange)
        if (exchange.socket) this.#free(exchange.device, exchange.origin, exchange.socket)
      } else this.#close(exchange)
      exchange.resolve(exchange.answer)
    }
  }

  #close(exchange: Exchange): void {
    const { device, origin, socket } = exchange
    this.#exchanges = this.#exchanges.filter((other) => other !== exchange)
    const sockets = device.sockets.get(origin) ?? []
    device.sockets.set(
      origin,
      sockets.filter((other) => other !== socket),
    )
    this.#next(device, origin)
  }
}

/** Lets everything run that waits for nothing but other code. */
async function settle(): Promise<void> {
  await new Promise(setImmediate)
}
