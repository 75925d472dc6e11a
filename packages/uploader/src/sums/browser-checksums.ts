import type { Checksums, PartSums } from '../transport/environment.ts'
import type { SumReply, SumRequest } from './checksum-messages.ts'

const WORKERS = 2

interface Asked {
  request: SumRequest
  resolve(sums: PartSums): void
  reject(error: Error): void
}

/** Checksums in workers, so that the page stays smooth; on the page itself where there are no workers. */
export function browserChecksums(): Checksums & { close(): void } {
  const pools = new Map<boolean, WorkerPool>()
  return {
    sum(body, lengths, withMd5) {
      const pool = pools.get(withMd5) ?? new WorkerPool(withMd5)
      pools.set(withMd5, pool)
      return pool.sum(body, lengths)
    },
    close() {
      for (const pool of pools.values()) pool.close()
    },
  }
}

/** The workers of one kind. They start at their first use and take turns. */
class WorkerPool {
  readonly #withMd5: boolean
  readonly #workers: Worker[] = []
  readonly #asked = new Map<number, Asked>()
  #tickets = 0
  #isInline = typeof Worker === 'undefined'

  constructor(withMd5: boolean) {
    this.#withMd5 = withMd5
  }

  sum(body: Blob, lengths: readonly number[]): Promise<PartSums> {
    const ticket = this.#tickets++
    const request = { ticket, body, lengths }
    const worker = this.#isInline ? null : this.#workerFor(ticket)
    if (!worker) return this.#sumHere(request)
    return new Promise((resolve, reject) => {
      this.#asked.set(ticket, { request, resolve, reject })
      worker.postMessage(request)
    })
  }

  close(): void {
    for (const worker of this.#workers) worker.terminate()
    this.#asked.clear()
  }

  #workerFor(ticket: number): Worker | null {
    const known = this.#workers[ticket % WORKERS]
    if (known) return known
    try {
      const worker = this.#withMd5
        ? new Worker(new URL('./checksum-md5-worker.ts', import.meta.url), { type: 'module' })
        : new Worker(new URL('./checksum-worker.ts', import.meta.url), { type: 'module' })
      worker.onmessage = ({ data }: MessageEvent<SumReply>) => this.#answered(data)
      worker.onerror = () => this.#goInline()
      this.#workers.push(worker)
      return worker
    } catch {
      this.#isInline = true
      return null
    }
  }

  #answered(reply: SumReply): void {
    const asked = this.#asked.get(reply.ticket)
    this.#asked.delete(reply.ticket)
    if ('sums' in reply) asked?.resolve(reply.sums)
    else asked?.reject(Object.assign(new Error(reply.error.message), { name: reply.error.name }))
  }

  /** A worker could not load (a policy, an old browser): the page does its work. */
  #goInline(): void {
    this.#isInline = true
    for (const worker of this.#workers) worker.terminate()
    const asked = [...this.#asked.values()]
    this.#asked.clear()
    for (const { request, resolve, reject } of asked) this.#sumHere(request).then(resolve, reject)
  }

  async #sumHere({ body, lengths }: SumRequest): Promise<PartSums> {
    const { sumPart, crc32, md5 } = await import('./in-page.ts')
    return sumPart(body, lengths, crc32, this.#withMd5 ? md5.create() : null)
  }
}
