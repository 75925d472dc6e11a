/**
 * Whether a recipient has what they say, where they ask for what lies behind while the answer before it still runs. They
 * may have lost that line, and know it before us; or a download manager fetches another piece beside it, and may yet give
 * the first one up. What their kernel acknowledges decides: a claim holds once so much has come, or when the line has
 * fallen silent for good. Where the other side ends it, what came until then is reckoned by the pace it came at.
 */
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type QueueState, type SocketQueue, socketQueue } from './socket-queue.ts'

const LOOKS_MS = [2, 5, 10, 20, 50, ...Array.from({ length: 50 }, () => 100), 200, 500, 1_000]
/** Of a piece that is being written the kernel may hold any part without its being told. */
const PIECE_BYTES = 256 * 1024
/** The pace is that of so long. */
const PACE_MS = 300
export const MOST_CLAIMS = 64
/** The kernel has given the line up: nothing more was heard of the other side. */
const silence = new Set(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])

interface Look {
  atMs: number
  arrivedTo: number
}

export class ClaimWatch {
  readonly #socket: Socket
  readonly #queue: SocketQueue
  readonly #began: Look
  readonly #writtenTo: () => number
  readonly #onHeld: (to: number) => void
  readonly #known = new Set<number>()
  readonly #open = new Set<number>()
  #first: Look | null = null
  /** Of late; the last is the newest. */
  #looks: Look[] = []
  #isWatching = false
  #isOver = false

  /** `writtenTo`: what the kernel has taken by now. `onHeld` is told how far what was claimed is known to have come. */
  constructor(socket: Socket, writtenTo: () => number, onHeld: (to: number) => void) {
    this.#socket = socket
    this.#queue = socketQueue(socket)
    this.#began = { atMs: performance.now(), arrivedTo: writtenTo() }
    this.#writtenTo = writtenTo
    this.#onHeld = onHeld
  }

  /** Somebody asks for what lies behind `to`. */
  claim(to: number): void {
    if (this.#isOver || this.#known.has(to) || this.#known.size >= MOST_CLAIMS) return
    this.#known.add(to)
    this.#open.add(to)
    this.#look(this.#queue.readNow())
    if (!this.#isWatching) void this.#watch()
  }

  /** The answer is over, nothing more will come: how far it has, as far as that was claimed; 0 if it was not. */
  conclude(): number {
    this.#isOver = true
    const last = this.#looks.at(-1)
    // What was claimed of a line that was gone already is believed.
    if (last === undefined) return this.#furthest(Number.POSITIVE_INFINITY)
    const stoodStill = last.arrivedTo - (this.#first?.arrivedTo ?? 0) < PIECE_BYTES
    const isSilent = silence.has((this.#socket.errored as NodeJS.ErrnoException | null)?.code ?? '')
    return this.#furthest(isSilent && stoodStill ? Number.POSITIVE_INFINITY : this.#reckon(last))
  }

  /** Of claims that are heard of only now that the answer is over: made at its very end, when its line was done with. */
  judgeLate(claims: readonly number[]): number {
    const most = this.#writtenTo() + PIECE_BYTES
    return Math.max(0, ...claims.filter((claim) => claim <= most && !this.#known.has(claim)))
  }

  async #watch(): Promise<void> {
    this.#isWatching = true
    for (let nth = 0; this.#open.size > 0; nth += 1) {
      await pause(LOOKS_MS[Math.min(nth, LOOKS_MS.length - 1)], undefined, { ref: false })
      const state = await this.#queue.read()
      if (this.#isOver) return
      this.#look(state)
    }
    this.#isWatching = false
  }

  #look(state: QueueState): void {
    if (state === 'gone') return
    // Where the kernel does not tell, what it has taken is all there is to go by.
    const unacknowledged = state === 'unknown' ? 0 : state.unacknowledgedBytes
    const look = { atMs: performance.now(), arrivedTo: this.#writtenTo() - unacknowledged }
    this.#first ??= look
    const late = this.#looks.filter(({ atMs }) => atMs > look.atMs - PACE_MS)
    this.#looks = [...(late.length > 0 ? late : this.#looks.slice(-1)), look]
    const held = this.#furthest(Math.min(look.arrivedTo + PIECE_BYTES, this.#writtenTo()))
    for (const claim of this.#open) if (claim <= held) this.#open.delete(claim)
    if (held > 0) this.#onHeld(held)
  }

  /** How far it had come when it ended, by twice the pace of late: it may have come in gusts. */
  #reckon(last: Look): number {
    const [oldest = last] = this.#looks
    const before = oldest === last ? this.#began : oldest
    const pace = (last.arrivedTo - before.arrivedTo) / Math.max(1, last.atMs - before.atMs)
    return last.arrivedTo + PIECE_BYTES + 2 * Math.max(0, pace) * (performance.now() - last.atMs)
  }

  #furthest(reach: number): number {
    const most = Math.min(reach, this.#writtenTo() + PIECE_BYTES)
    return Math.max(0, ...[...this.#open].filter((claim) => claim <= most))
  }
}
