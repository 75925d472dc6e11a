/** Half-open ranges of whole numbers, kept sorted, separate and merged. */
export class RangeSet {
  #ranges: Array<[start: number, end: number]> = []
  #total = 0

  /** How many numbers are inside. */
  get total(): number {
    return this.#total
  }

  get ranges(): ReadonlyArray<readonly [start: number, end: number]> {
    return this.#ranges
  }

  /** The lowest range, or null when empty. */
  first(): readonly [start: number, end: number] | null {
    return this.#ranges[0] ?? null
  }

  has(start: number, end: number): boolean {
    if (start >= end) return true
    const range = this.#ranges[this.#firstEndingAfter(start)]
    return range !== undefined && range[0] <= start && range[1] >= end
  }

  /** Whether one of `[start, end)` is inside. */
  hasSome(start: number, end: number): boolean {
    const range = this.#ranges[this.#firstEndingAfter(start)]
    return range !== undefined && range[0] < end
  }

  /** Adds `[start, end)`; returns how many of its numbers are new. */
  add(start: number, end: number): number {
    if (start >= end) return 0
    const from = this.#firstEndingAfter(start - 1)
    let to = from
    const merged: [number, number] = [start, end]
    let covered = 0
    for (let range = this.#ranges[to]; range && range[0] <= end; range = this.#ranges[++to]) {
      covered += range[1] - range[0]
      merged[0] = Math.min(merged[0], range[0])
      merged[1] = Math.max(merged[1], range[1])
    }
    this.#ranges.splice(from, to - from, merged)
    const added = merged[1] - merged[0] - covered
    this.#total += added
    return added
  }

  remove(start: number, end: number): void {
    if (start >= end) return
    const from = this.#firstEndingAfter(start)
    let to = from
    const kept: Array<[number, number]> = []
    for (let range = this.#ranges[to]; range && range[0] < end; range = this.#ranges[++to]) {
      this.#total -= Math.min(range[1], end) - Math.max(range[0], start)
      if (range[0] < start) kept.push([range[0], start])
      if (range[1] > end) kept.push([end, range[1]])
    }
    this.#ranges.splice(from, to - from, ...kept)
  }

  #firstEndingAfter(position: number): number {
    let low = 0
    let high = this.#ranges.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#ranges[middle] as [number, number])[1] > position) high = middle
      else low = middle + 1
    }
    return low
  }
}
