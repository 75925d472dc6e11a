/** A sender on a modelled line: the engine itself, or a client with a fixed number of requests. */
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import { RangeSet } from '../../src/files/range-set.ts'
import { startUpload, type Upload, type UploadOptions } from '../../src/index.ts'
import type { Environment, PartAnswer } from '../../src/transport/environment.ts'
import type { Device, Exchange, ModelledLine, Receiver } from './modelled-line.ts'

const KIB = 1_024
export const MIB = 1_024 * KIB

const PATH = '/uploads/upload/blobs/blob'

/** One file of `bytes`, received as our server does: requests for one range race, of overlapping ones the newest wins. */
export class ModelledSender implements Receiver {
  readonly device: Device
  readonly received = new RangeSet()
  /** Bytes of bodies that were sent, and times at which bytes were acknowledged. */
  readonly acknowledged: Array<{ at: number; bytes: number }> = []
  puts = 0
  /** Bytes of all bodies whose sending has begun. */
  bytesSent = 0
  readonly #line: ModelledLine
  readonly #bytes: number
  readonly #origins: string[]

  constructor(line: ModelledLine, bytes: number, { origins = 4, name = 'one' } = {}) {
    this.#line = line
    this.#bytes = bytes
    this.#origins = Array.from({ length: origins }, (_, nth) => `http://${name}-${nth}.${nth === 0 ? 'own' : 'other'}`)
    this.device = { receiver: this, sockets: new Map(), allowed: new Set() }
  }

  get origins(): readonly string[] {
    return this.#origins
  }

  /** The engine sends it. */
  upload(more: Partial<UploadOptions> = {}): Upload {
    const { plan } = this
    const slice = (start: number, end: number) => ({ size: end - start }) as Blob
    const files = [{ path: 'film.mov', bytes: this.#bytes, modifiedAt: 0, slice }]
    const api = {
      readUpload: () => this.#later(() => this.plan),
      renew: () => this.#later(() => this.plan),
      signParts: () => Promise.reject(new Error('not a presigned store')),
    }
    return startUpload({ plan, files, api, environment: this.#environment(), ...more })
  }

  /**
   * A client of the usual kind sends it: `parallel` requests over its origins in turn, parts of `partBytes`, each
   * failed one again.
   */
  async sendFixed(parallel: number, partBytes: number): Promise<void> {
    let next = 0
    const work = async (nth: number): Promise<void> => {
      const origin = this.#origins[nth % this.#origins.length] as string
      while (next < this.#bytes) {
        const offset = next
        const bytes = Math.min(partBytes, this.#bytes - offset)
        next += bytes
        await this.#put(origin, offset, bytes)
      }
    }
    await Promise.all(Array.from({ length: parallel }, (_, nth) => work(nth)))
  }

  async #put(origin: string, offset: number, bytes: number): Promise<void> {
    const headers = { 'Waybill-Offset': String(offset), 'Waybill-Crc32': '0' }
    const body = { size: bytes } as Blob
    await this.#line.send(this.device, { url: `${origin}${PATH}`, headers, body, onProgress() {} }).answer
  }

  get plan(): UploadPlan {
    const blob = {
      ...{ id: 'blob', bytes: this.#bytes, partBytes: 2 * MIB, resizable: true, minPartBytes: 64 * KIB, path: PATH },
      members: [{ file: 0, offset: 0 }],
      have: this.received.ranges.map(([start, end]) => [start, end - start] as [number, number]),
    }
    return {
      ...{
        upload: 'upload',
        token: 'token',
        expiresAt: '2100-01-01T00:00:00Z',
        transport: 'server' as const,
        line: null,
      },
      ...{ origins: this.#origins, maxPartBytes: 64 * MIB, maxParallel: null, blobs: [blob] },
      files: [{ id: 'file', path: 'film.mov', bytes: this.#bytes, modifiedAt: 0, fingerprint: 'f' }],
    }
  }

  began({ request }: Exchange, open: readonly Exchange[]): Exchange[] {
    this.puts++
    this.bytesSent += request.body.size
    const [start, end] = rangeOf(request)
    return open.filter((other) => {
      const [from, to] = rangeOf(other.request)
      const isRival = from === start && to === end
      return other.request !== request && other.hasArrived && from < end && start < to && !isRival
    })
  }

  ended({ request }: Exchange): PartAnswer {
    const [start, end] = rangeOf(request)
    if (this.received.hasSome(start, end) && !this.received.has(start, end)) {
      const text = JSON.stringify({ code: 'part-conflict', facts: {}, requestId: 'r' })
      return { status: 409, text, retryAfter: null }
    }
    this.acknowledged.push({ at: this.#line.clock.now(), bytes: this.received.add(start, end) })
    const text = JSON.stringify({ offset: start, bytes: end - start, crc32: 0 })
    return { status: 200, text, retryAfter: null }
  }

  #later<T>(read: () => T): Promise<T> {
    const { clock, roundTripMs } = this.#line
    return new Promise((resolve) => clock.after(roundTripMs, () => resolve(read())))
  }

  #environment(): Environment {
    const line = this.#line
    return {
      clock: line.clock,
      transport: {
        send: (request) => line.send(this.device, request),
        probe: (origin, timeoutMs) => line.probe(this.device, origin, timeoutMs),
      },
      checksums: { sum: async () => ({ crc32: 0, segmentCrcs: [], md5: null }) },
      network: { isOnline: () => true, watch: () => () => {} },
      keepAwake: () => () => {},
      random: line.random,
      close() {},
    }
  }
}

function rangeOf({ headers, body }: Exchange['request']): [number, number] {
  const offset = Number(headers['Waybill-Offset'])
  return [offset, offset + body.size]
}
