/**
 * One connection while it carries one answer: how much of the body has arrived, and how the connection ended.
 * docs/evidence.md has the rules. An answer is the last one of its connection, so that the way its reader ends the
 * connection shows whether everything was read: with a FIN it was, with a reset it may not have been.
 *
 * A reader knows the length and that the connection ends, and so closes it first. If we closed it over TLS, we would
 * send a closing alert, which a client that counts bytes never reads; unread, it would turn the client's FIN into a
 * reset. We only close it on a reader who stays for a while.
 */
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'
import type { ConnectionEnd } from '@waybill/contract/tracking/evidence'
import { maxInFlightBytes } from '../grant/max-in-flight.ts'
import { holdSocket, type KernelSocket, type Libc, wireBytesOf } from './kernel-socket.ts'
import type { ByteRange } from './save-delivery.ts'
import { frameBytesOf, framed, TlsBody } from './tls-body.ts'

const LOOKS_MS = [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000]
/** The kernel too gives up a connection that acknowledges nothing for this long. */
const PATIENCE_MS = 20 * 60_000
const READER_GOES_FIRST_MS = 60_000
/** A proxy that has everything ends its connection within this time, or its end means nothing. */
const PROXY_ENDS_WITHIN_MS = 1_000

export interface Carried {
  range: ByteRange
  /** The other end is a proxy: what it does with its connection says nothing about the recipient's. */
  isProxied: boolean
}

export class Carrier {
  readonly isProxied: boolean
  /** How the connection ended. Resolves once, in every case. */
  readonly ended: Promise<ConnectionEnd>
  readonly #socket: Socket
  readonly #kernel: KernelSocket
  readonly #isTls: boolean
  /** Zero without TLS. */
  readonly #frameBytes: number
  readonly #range: ByteRange
  readonly #verdict = Promise.withResolvers<ConnectionEnd>()
  readonly #closeOurs: () => void
  readonly #letGo: () => void
  /** What the socket had been given before the answer, and the most of it that had gone on the wire. */
  readonly #before: { bytes: number; wireBytes: number }
  /** Over TLS, the position of the body on the wire. */
  #tlsBody: TlsBody | null = null
  /** Where the body begins on the wire; only without TLS, where each byte of it is one byte there. */
  #bodyAt: number | null = null
  #writtenTo: number
  #arrivedTo: number
  #isSent = false
  #hasReaderEnded = false
  #isOver = false
  #wasReset = false
  #isProxyPatient = true
  /**
   * What was acknowledged when the reader ended their direction; where the kernel does not report, what had arrived.
   */
  #acknowledgedAtEnd = 0

  /** Starts before a byte is written, so that a reader who leaves at once is not missed. */
  constructor(libc: Libc | null, socket: Socket, { range, isProxied }: Carried) {
    this.isProxied = isProxied
    this.ended = this.#verdict.promise
    this.#socket = socket
    this.#kernel = holdSocket(libc, socket)
    this.#isTls = socket instanceof TLSSocket
    this.#frameBytes = socket instanceof TLSSocket ? frameBytesOf(socket) : 0
    this.#range = range
    const waiting = framed(socket.writableLength, this.#frameBytes)
    this.#before = { bytes: socket.bytesWritten, wireBytes: (wireBytesOf(socket) ?? 0) + waiting }
    this.#writtenTo = range.from
    this.#arrivedTo = range.from
    // Until now the socket could not end our direction (answerHalfClosed).
    Reflect.deleteProperty(socket, 'end')
    this.#closeOurs = socket.end.bind(socket)
    this.#letGo = this.#watch()
  }

  get writtenTo(): number {
    return this.#writtenTo
  }

  /** The other end has reset it, which for a proxy only shows that something went wrong. */
  get wasReset(): boolean {
    return this.#wasReset
  }

  /** Every byte before this has arrived, as of now. */
  get arrivedTo(): number {
    if (!this.#isOver) this.#look()
    return this.#arrivedTo
  }

  /** The socket received the first piece of the body, after `before` bytes. */
  begin(before: number): void {
    const headBytes = before - this.#before.bytes
    const frameBytes = this.#frameBytes
    if (frameBytes === 0) this.#bodyAt = before
    else
      this.#tlsBody = new TlsBody(this.#range.from, this.#before.wireBytes + framed(headBytes, frameBytes), frameBytes)
  }

  /** The socket received the next `bytes` of the body. */
  handed(bytes: number): void {
    this.#tlsBody?.handed(bytes)
  }

  /** The kernel has taken the next `bytes` of the body. */
  written(bytes: number): void {
    this.#writtenTo += bytes
    this.#tlsBody?.taken(wireBytesOf(this.#socket) ?? Number.POSITIVE_INFINITY)
  }

  /** The kernel has taken all of it. */
  sent(): void {
    this.#isSent = true
    if (!this.#settle()) void this.#wait()
  }

  /** The kernel has taken all of it: only the reader's end is outstanding. */
  get isSent(): boolean {
    return this.#isSent
  }

  /** Nothing more can be learned: the answer broke off here, or the process stops. */
  conclude(): void {
    if (!this.#settle()) this.#end(this.#judge())
  }

  #watch(): () => void {
    const socket = this.#socket
    const onEnd = () => {
      this.#noteEnd()
      // Node would close our direction now; a reader who closed only theirs still gets the rest.
      socket.end = () => socket
      this.#settle()
    }
    const onError = (error: NodeJS.ErrnoException) => {
      // The kernel reports this where the reader's FIN came before the reset, and the reset only answers bytes in
      // transit.
      if (error.code === 'EPIPE' && !this.#hasReaderEnded) this.#noteEnd()
      this.#wasReset = !this.#hasReaderEnded
      this.#end(this.#judge())
    }
    const onClose = () => {
      // Where both directions are closed in order, the kernel may still send what it holds.
      if (!this.#isSent || !this.#hasReaderEnded || this.#look() !== 'going') this.#end(this.#judge())
    }
    socket.destroySoon = () => {}
    if (!this.#isTls) socket.destroy = (error) => this.#breakOff(error)
    socket.prependListener('end', onEnd)
    socket.on('error', onError)
    socket.on('close', onClose)
    if (socket.readableEnded) onEnd()
    if (socket.destroyed) queueMicrotask(onClose)
    return () => {
      socket.off('end', onEnd)
      socket.off('error', onError)
      socket.off('close', onClose)
      // The instance's own methods hide those of the class.
      Reflect.deleteProperty(socket, 'destroySoon')
      Reflect.deleteProperty(socket, 'destroy')
      Reflect.deleteProperty(socket, 'end')
    }
  }

  /**
   * Ends an unfinished answer's connection with a reset: after an orderly close, the kernel would still send megabytes
   * that nobody counts, and a recipient who continues after them would never be known to have them.
   */
  #breakOff(error?: Error): Socket {
    const socket = this.#socket
    Reflect.deleteProperty(socket, 'destroy')
    return this.#isSent || error ? socket.destroy(error) : socket.resetAndDestroy()
  }

  #noteEnd(): void {
    this.#hasReaderEnded = true
    this.#acknowledgedAtEnd = this.#acknowledged()
  }

  #acknowledged(): number {
    this.#look()
    return this.#kernel.read()?.acknowledgedBytes ?? this.#arrivedTo
  }

  /**
   * A reader whose acknowledgements rise after their end had only ended their own direction: a reset may have dropped
   * some.
   */
  #judge(): ConnectionEnd {
    const acknowledged = this.#acknowledged()
    if (this.isProxied && this.#hasAll()) return 'read'
    return this.#hasReaderEnded && acknowledged === this.#acknowledgedAtEnd ? 'read' : 'cut'
  }

  /** Polls the kernel, ever more slowly, until the connection has ended or enough is known. */
  async #wait(): Promise<void> {
    let waitedMs = 0
    for (let nth = 0; waitedMs < PATIENCE_MS && !this.#isOver; nth += 1) {
      const lookMs = LOOKS_MS[Math.min(nth, LOOKS_MS.length - 1)] as number
      await Promise.race([pause(lookMs, undefined, { ref: false }), this.ended])
      if (this.#settle()) return
      if (this.#isGone()) break
      const isTime = waitedMs < READER_GOES_FIRST_MS && waitedMs + lookMs >= READER_GOES_FIRST_MS
      waitedMs += lookMs
      this.#isProxyPatient = waitedMs < PROXY_ENDS_WITHIN_MS
      if (isTime && !this.#isOver) this.#closeOurs()
    }
    this.conclude()
  }

  /** Nothing more is acknowledged. Node no longer notices a reset once the reader has ended their direction. */
  #isGone(): boolean {
    const state = this.#look()
    return this.#socket.destroyed ? state !== 'going' : state === 'over' && this.#hasReaderEnded
  }

  /** Ends it where everything has arrived and nothing more can be learned. */
  #settle(): boolean {
    if (this.#isOver) return true
    this.#look()
    if (!this.#hasAll() || !(this.#hasReaderEnded || (this.isProxied && !this.#isProxyPatient))) return false
    this.#end('read')
    return true
  }

  #hasAll(): boolean {
    return this.#isSent && this.#arrivedTo === this.#range.to
  }

  #end(end: ConnectionEnd): void {
    if (this.#isOver) return
    this.#look()
    this.#isOver = true
    this.#letGo()
    this.#kernel.release()
    if (this.#hasReaderEnded || end === 'cut') this.#socket.destroySoon()
    else this.#socket.setTimeout(READER_GOES_FIRST_MS, () => this.#socket.destroySoon())
    this.#verdict.resolve(end)
  }

  /** Whether more may yet be acknowledged. */
  #look(): 'going' | 'over' | 'unknown' {
    const state = this.#kernel.read()
    if (state === null) this.#lookAtWritten()
    else if (this.#tlsBody !== null) this.#reach(this.#tlsBody.arrivedTo(state.acknowledgedBytes))
    else if (this.#bodyAt !== null) this.#reach(this.#range.from + state.acknowledgedBytes - this.#bodyAt)
    if (state === null) return 'unknown'
    return state.isOver ? 'over' : 'going'
  }

  /**
   * Where the kernel does not report, it holds no more than its largest buffer; a reader who has ended has read the
   * rest.
   */
  #lookAtWritten(): void {
    this.#reach(this.#hasReaderEnded && this.#isSent ? this.#writtenTo : this.#writtenTo - maxInFlightBytes())
  }

  #reach(to: number): void {
    this.#arrivedTo = Math.max(this.#arrivedTo, Math.min(to, this.#range.to))
  }
}
