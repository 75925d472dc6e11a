import type { RangeSet } from '@waybill/uploader/files/range-set'
import { DownloadError } from './download-error.ts'
import type { ByteRange, Disk, DownloadPlan } from './ports.ts'

/** A block that is wrong a second time is not what the sender sent. */
const MOST_WRONG = 2

/** Compares each block with its checksum as soon as all of it is on the disk, by reading it from there. */
export class BlockCheck {
  readonly #blocks: DownloadPlan['blocks']
  readonly #disk: Disk
  readonly #right = new Set<number>()
  readonly #wrong = new Map<number, number>()

  constructor({ blocks }: Pick<DownloadPlan, 'blocks'>, disk: Disk) {
    this.#blocks = blocks
    this.#disk = disk
  }

  get isComplete(): boolean {
    return this.#right.size === this.#blocks.length
  }

  /**
   * Checks, one call at a time, the blocks that touch a range and are complete. Returns those that are wrong and have to come again.
   *
   * @throws DownloadError 'altered' where one is wrong for the second time
   */
  async check({ from, to }: ByteRange, done: RangeSet): Promise<ByteRange[]> {
    const again: ByteRange[] = []
    for (let nth = this.#firstEndingAfter(from); nth < this.#blocks.length; nth += 1) {
      const block = this.#rangeOf(nth)
      if (block.from >= to) break
      if (this.#right.has(nth) || !done.has(block.from, block.to)) continue
      if (!(await this.#isRight(nth, block))) again.push(block)
    }
    return again
  }

  async #isRight(nth: number, { from, to }: ByteRange): Promise<boolean> {
    if ((await this.#disk.sum(from, to)) === this.#blocks[nth]?.crc32) {
      this.#right.add(nth)
      return true
    }
    const wrong = (this.#wrong.get(nth) ?? 0) + 1
    this.#wrong.set(nth, wrong)
    if (wrong >= MOST_WRONG) throw new DownloadError('altered')
    return false
  }

  #rangeOf(nth: number): ByteRange {
    return { from: this.#blocks[nth - 1]?.to ?? 0, to: this.#blocks[nth]?.to ?? 0 }
  }

  #firstEndingAfter(at: number): number {
    let low = 0
    let high = this.#blocks.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#blocks[middle]?.to ?? 0) > at) high = middle
      else low = middle + 1
    }
    return low
  }
}
