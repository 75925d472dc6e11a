/** A line, a disk and a clock for tests of the engine. */
import { crc32 } from 'node:zlib'
import type { Answer, ByteRange, Clock, Disk, DownloadPlan, Transport } from './ports.ts'

export const MIB = 1024 * 1024
export const CHUNK = 48 * 1024
export const OWN = 'https://own.example'
export const OTHER = 'https://own.example:3001'

export const content = Buffer.alloc(6 * MIB + 12_345)
for (let at = 0; at < content.length; at += 1) content[at] = (at * 31 + (at >> 9)) & 0xff

export function planOf(more: Partial<DownloadPlan> = {}): DownloadPlan {
  const ends = [MIB, 2 * MIB + 7, 4 * MIB, content.length]
  const blocks = ends.map((to, nth) => ({ to, crc32: crc32(content.subarray(ends[nth - 1] ?? 0, to)) }))
  return {
    url: '/get/g/file/f/n',
    bytes: content.length,
    etag: '"f"',
    origins: [OWN, OTHER],
    atOnce: 8,
    blocks,
    ...more,
  }
}

export class MemoryDisk implements Disk {
  readonly bytes = Buffer.alloc(content.length)
  written = 0
  room = Number.POSITIVE_INFINITY

  async write(at: number, bytes: Uint8Array): Promise<void> {
    if (this.written + bytes.length > this.room) throw new DOMException('full', 'QuotaExceededError')
    this.written += bytes.length
    this.bytes.set(bytes, at)
    // As a worker's disk does: the memory is gone.
    if (bytes.byteLength === bytes.buffer.byteLength)
      structuredClone(bytes, { transfer: [bytes.buffer as ArrayBuffer] })
  }

  async sum(from: number, to: number): Promise<number> {
    return crc32(this.bytes.subarray(from, to))
  }
}

/** Waits are over at once, in their order; the time is what was waited. */
export class HurriedClock implements Clock {
  #now = 0
  #nth = 0
  readonly #waiting = new Map<number, { at: number; then: () => void }>()
  #isRunning = false

  now = () => this.#now

  after(ms: number, then: () => void): () => void {
    const nth = this.#nth++
    this.#waiting.set(nth, { at: this.#now + ms, then })
    if (!this.#isRunning) void this.#run()
    return () => this.#waiting.delete(nth)
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#waiting.size > 0) {
      // What can go on without waiting goes first.
      for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate)
      const [first] = [...this.#waiting].sort(([, one], [, other]) => one.at - other.at)
      if (first === undefined) break
      this.#waiting.delete(first[0])
      this.#now = Math.max(this.#now, first[1].at)
      first[1].then()
    }
    this.#isRunning = false
  }
}

/** What becomes of the nth request. */
export interface Fate {
  refuse?: Extract<Answer, { kind: 'refused' }>
  isDown?: boolean
  /** Breaks off, or says nothing more, after so many bytes. */
  breaksAt?: number
  stallsAt?: number
  /** Passes other bytes, or all of them whatever was asked. */
  alters?: boolean
  dropsRange?: boolean
  etag?: string | null
}

export interface Asked {
  origin: string
  range: ByteRange | null
  url: string
}

export class FakeLine implements Transport {
  readonly asked: Asked[] = []
  most = 0
  #open = 0
  readonly #fate: (asked: Asked, nth: number) => Fate

  constructor(fate: (asked: Asked, nth: number) => Fate = () => ({})) {
    this.#fate = fate
  }

  async get(origin: string, plan: DownloadPlan, range: ByteRange | null, signal: AbortSignal): Promise<Answer> {
    const asked = { origin, range, url: plan.url }
    const fate = this.#fate(asked, this.asked.push(asked) - 1)
    if (fate.isDown) throw new TypeError('Failed to fetch')
    if (fate.refuse) return fate.refuse
    if (range === null || fate.dropsRange || (fate.etag !== undefined && fate.etag !== plan.etag)) {
      const etag = fate.etag === undefined ? plan.etag : fate.etag
      // In large pieces: the hurried clock would take many small ones for silence.
      return { kind: 'whole', etag, body: this.#body(content, fate, signal, MIB) }
    }
    return { kind: 'range', body: this.#body(content.subarray(range.from, range.to), fate, signal) }
  }

  async *#body(bytes: Buffer, fate: Fate, signal: AbortSignal, piece = CHUNK): AsyncGenerator<Uint8Array> {
    this.#open += 1
    this.most = Math.max(this.most, this.#open)
    try {
      for (let at = 0; at < bytes.length; at += piece) {
        await new Promise(setImmediate)
        signal.throwIfAborted()
        if (fate.breaksAt !== undefined && at >= fate.breaksAt) throw new TypeError('network error')
        if (fate.stallsAt !== undefined && at >= fate.stallsAt) {
          await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        }
        const chunk = new Uint8Array(bytes.subarray(at, at + piece))
        if (fate.alters) chunk[0] = (chunk[0] ?? 0) ^ 1
        yield chunk
      }
    } finally {
      this.#open -= 1
    }
  }
}
