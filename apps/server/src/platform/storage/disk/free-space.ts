import { statfs } from 'node:fs/promises'
import { Problem } from '@waybill/contract/core/problems'

const RESERVE_SHARE = 0.05
const MAX_RESERVE_BYTES = 2 * 1024 ** 3
const MAX_AGE_MS = 1_000

/** The free space of a folder's disk: a twentieth of it, at most 2 GiB, stays reserved. */
export class FreeSpace {
  readonly #dir: string
  #lastBytes = 0
  #lastAskedMs = Number.NEGATIVE_INFINITY

  constructor(dir: string) {
    this.#dir = dir
  }

  async bytes(): Promise<number> {
    const { bavail, blocks, bsize } = await statfs(this.#dir)
    const reserve = Math.min(blocks * bsize * RESERVE_SHARE, MAX_RESERVE_BYTES)
    this.#lastBytes = Math.max(0, Math.floor(bavail * bsize - reserve))
    this.#lastAskedMs = performance.now()
    return this.#lastBytes
  }

  /** Subtracts `bytes` from the free space, which it reads from the disk once a second. @throws Problem 'disk-full' */
  async take(bytes: number): Promise<void> {
    const isStale = performance.now() - this.#lastAskedMs > MAX_AGE_MS
    if (isStale || this.#lastBytes < bytes) await this.bytes()
    if (this.#lastBytes < bytes) throw new Problem('disk-full', { bytes })
    this.#lastBytes -= bytes
  }
}
