import type { Mark } from './journal-state.ts'

interface Seen {
  mark: Mark
  since: number
}

/** Tells files that are still being written from complete ones: those whose size and time have not changed for a while. */
export class Settling {
  readonly #settleMs: number
  #seen = new Map<string, Seen>()

  constructor(settleMs: number) {
    this.#settleMs = settleMs
  }

  /** The complete ones among the files that are there at `now`, in milliseconds of any steady clock. */
  observe(now: number, there: readonly Mark[]): Mark[] {
    const seen = new Map<string, Seen>()
    for (const mark of there) {
      const before = this.#seen.get(mark.path)
      seen.set(mark.path, { mark, since: before && isUnchanged(before.mark, mark) ? before.since : now })
    }
    this.#seen = seen
    return [...seen.values()].filter(({ since }) => now - since >= this.#settleMs).map(({ mark }) => mark)
  }
}

const isUnchanged = (a: Mark, b: Mark) => a.bytes === b.bytes && a.modifiedAt === b.modifiedAt && a.inode === b.inode

const UNFINISHED = /\.(part|tmp|crdownload|download|waybill-part)$|~$/i

/** Hidden files and what programs write while they are not done; also inside hidden folders. */
export const isLeftOut = (path: string): boolean =>
  UNFINISHED.test(path) || path.split('/').some((name) => name.startsWith('.'))
