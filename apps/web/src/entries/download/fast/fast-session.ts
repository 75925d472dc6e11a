import { Problem } from '@waybill/contract/core/problems'
import { saveBlob } from '../../../shared/ui/files/save-blob.ts'
import { OpfsDisk, readKeptFile } from './disk/opfs-disk.ts'
import { DownloadError, diskError } from './engine/download-error.ts'
import { FastDownload } from './engine/fast-download.ts'
import { fetchTransport } from './engine/fetch-transport.ts'
import type { Clock } from './engine/ports.ts'
import { dropDownload, dropOld, findKept, type KeptDownload, keepDownload, SAVED_MS } from './kept-downloads.ts'
import { Pace } from './pace.ts'
import { askAgain, PickCancelled, pickTarget, requireRoom } from './pick-target.ts'
import { type FastPlan, makeRequestPlan } from './request-plan.ts'

export type FastState =
  | { is: 'idle' }
  | { is: 'kept' | 'paused'; doneBytes: number; bytes: number }
  | { is: 'asking' | 'cancelled' | 'saving' }
  | { is: 'running'; doneBytes: number; bytes: number; bytesPerSecond: number; secondsLeft: number | null }
  /** `hasCopy`: the browser was handed a copy that is still there. */
  | { is: 'done'; name: string; bytes: number; isPicked: boolean; hasCopy: boolean }
  /** `isKept`: what has arrived is kept, and it can go on. */
  | { is: 'failed'; error: unknown; isKept: boolean }

const KEEP_EVERY_MS = 1_000
const SHOW_EVERY_MS = 250
const PAUSED = Symbol('paused')
/** After these, what has arrived can never be completed. */
const hopeless: readonly (string | null)[] = [
  'altered',
  'changed',
  'file-withdrawn',
  'file-not-found',
  'transfer-not-found',
]
const clock: Clock = {
  now: () => performance.now(),
  after(ms, then) {
    const timer = setTimeout(then, ms)
    return () => clearTimeout(timer)
  },
}

export interface FastSelection {
  link: { slug: string; user: string | null }
  /** Absent: the zip of everything. */
  file: string | undefined
  suggestedName: string
}

/** One fast download of this page, from the press to the saved file. */
export class FastSession {
  readonly #selection: FastSelection
  readonly #key: string
  readonly #requestPlan: () => Promise<FastPlan>
  readonly #watching = new Set<() => void>()
  #state: FastState = { is: 'idle' }
  #kept: KeptDownload | null = null
  #copy: KeptDownload | null = null
  #stopping: AbortController | null = null

  constructor(selection: FastSelection) {
    this.#selection = selection
    this.#key = `${selection.link.slug} ${selection.link.user ?? ''} ${selection.file ?? 'all'}`
    this.#requestPlan = makeRequestPlan(selection)
  }

  readonly read = (): FastState => this.#state

  readonly watch = (react: () => void): (() => void) => {
    this.#watching.add(react)
    return () => this.#watching.delete(react)
  }

  /** Finds what an earlier visit left. */
  async find(): Promise<void> {
    await dropOld()
    const kept = await findKept(this.#key)
    if (kept === null || kept.isSaved || this.#state.is !== 'idle') return
    this.#kept = kept
    this.#set({ is: 'kept', doneBytes: doneOf(kept), bytes: kept.bytes })
  }

  /** In a click: asks where to save, and begins. */
  async start(): Promise<void> {
    if (this.#isBusy) return
    this.#set({ is: 'asking' })
    try {
      const target = await pickTarget(this.#selection.suggestedName)
      const plan = await this.#requestPlan()
      this.#kept = await this.#begin(plan, target)
      await this.#run(this.#kept, plan)
    } catch (error) {
      if (error instanceof PickCancelled) this.#set({ is: 'idle' })
      else await this.#fail(error)
    }
  }

  /** Takes up what another tab has left since, where it is the same; else makes room for a new one. */
  async #begin(plan: FastPlan, target: FileSystemFileHandle | null): Promise<KeptDownload> {
    const { name, bytes, etag } = plan
    const earlier = await findKept(this.#key)
    if (earlier !== null && !earlier.isSaved && earlier.etag === etag) return { ...earlier, target }
    if (earlier !== null) await dropDownload(earlier)
    await dropOld()
    await requireRoom(bytes)
    const more = { file: crypto.randomUUID(), target, ranges: [], at: 0, isSaved: false }
    const kept = { key: this.#key, slug: this.#selection.link.slug, name, bytes, etag, ...more }
    await keepDownload(kept)
    return kept
  }

  /** In a click: continues what is kept. */
  async goOn(): Promise<void> {
    const kept = this.#kept
    if (this.#isBusy) return
    if (kept === null) return this.start()
    this.#set({ is: 'asking' })
    try {
      kept.target = await askAgain(kept.target)
      const plan = await this.#requestPlan()
      if (plan.etag !== kept.etag || plan.bytes !== kept.bytes) throw new DownloadError('changed')
      // Another tab may have brought more since.
      const stored = await findKept(this.#key)
      if (stored?.file === kept.file) kept.ranges = stored.ranges
      await this.#run(kept, plan)
    } catch (error) {
      await this.#fail(error)
    }
  }

  pause(): void {
    this.#stopping?.abort(PAUSED)
  }

  /** Ends it, and removes what has arrived. */
  async cancel(): Promise<void> {
    this.#set({ is: 'cancelled' })
    this.#stopping?.abort(PAUSED)
    await this.#running
    if (this.#kept !== null) await dropDownload(this.#kept)
    this.#kept = null
  }

  /** Hands the copy to the browser's downloads once more, where the person or the browser refused it. */
  async saveAgain(): Promise<void> {
    const copy = this.#copy
    if (copy === null) return
    await readKeptFile(copy.file).then(
      (file) => saveBlob(file, copy.name),
      (error) => this.#fail(diskError(error)),
    )
  }

  /** Deletes the copy from which the browser has saved the file. */
  async dropCopy(): Promise<void> {
    const copy = this.#copy
    if (copy === null) return
    this.#copy = null
    await dropDownload(copy)
    if (this.#state.is === 'done') this.#set({ ...this.#state, hasCopy: false })
  }

  /** Goes on by itself where it ended with the line. */
  readonly backOnline = (): void => {
    const state = this.#state
    const wasLine = state.is === 'failed' && state.error instanceof DownloadError && state.error.code === 'line'
    if (wasLine) void this.goOn()
  }

  #running: Promise<void> = Promise.resolve()

  #run(kept: KeptDownload, plan: FastPlan): Promise<void> {
    const running = this.#bring(kept, plan)
    this.#running = running.catch(() => undefined)
    return running
  }

  async #bring(kept: KeptDownload, plan: FastPlan): Promise<void> {
    const stopping = new AbortController()
    this.#stopping = stopping
    const disk = await OpfsDisk.open(kept.file).catch((error) => {
      throw diskError(error)
    })
    try {
      if (!(await this.#download(kept, plan, disk, stopping.signal))) return
      this.#set({ is: 'saving' })
      await this.#save(kept, plan, disk)
    } finally {
      await disk.close()
      this.#stopping = null
    }
  }

  /** Whether everything is there; else it was paused. */
  async #download(kept: KeptDownload, plan: FastPlan, disk: OpfsDisk, signal: AbortSignal): Promise<boolean> {
    const engine = new FastDownload({
      plan,
      done: kept.ranges,
      disk,
      transport: fetchTransport,
      clock,
      own: location.origin,
      renew: this.#requestPlan,
    })
    const pace = new Pace(plan.bytes)
    const show = () => {
      const figures = pace.at(engine.doneBytes, clock.now())
      if (this.#state.is !== 'cancelled') this.#set({ is: 'running', ...figures })
    }
    const keep = () => {
      kept.ranges = engine.ranges.map(([from, to]) => [from, to] as const)
      return keepDownload(kept)
    }
    show()
    const timers = [setInterval(show, SHOW_EVERY_MS), setInterval(keep, KEEP_EVERY_MS)]
    const error = await engine.run(signal).then(
      () => null,
      (reason: unknown) => reason,
    )
    for (const timer of timers) clearInterval(timer)
    await keep()
    if (error === null) return true
    if (error !== PAUSED) throw error
    if (this.#state.is !== 'cancelled') this.#set({ is: 'paused', doneBytes: engine.doneBytes, bytes: plan.bytes })
    return false
  }

  async #save(kept: KeptDownload, plan: FastPlan, disk: OpfsDisk): Promise<void> {
    const { name, bytes, target } = kept
    if (target !== null) {
      await disk.save(target, plan).catch((error) => {
        throw diskError(error)
      })
      await disk.close()
      await dropDownload(kept)
    } else {
      await disk.close()
      saveBlob(await readKeptFile(kept.file), name)
      kept.isSaved = true
      await keepDownload(kept)
      this.#copy = kept
      setTimeout(() => void this.dropCopy(), SAVED_MS)
    }
    this.#kept = null
    // The person may have picked another name.
    this.#set({ is: 'done', name: target?.name ?? name, bytes, isPicked: target !== null, hasCopy: target === null })
  }

  /** What cannot be completed any more is removed; what another tab brings is that tab's. */
  async #fail(error: unknown): Promise<void> {
    const code = codeOf(error)
    const isHopeless = hopeless.includes(code)
    if (isHopeless && this.#kept !== null) await dropDownload(this.#kept)
    if (isHopeless || code === 'elsewhere') this.#kept = null
    const told = error instanceof DownloadError && error.problem !== null ? new Problem(error.problem as never) : error
    this.#set({ is: 'failed', error: told, isKept: this.#kept !== null })
  }

  get #isBusy(): boolean {
    return ['asking', 'running', 'saving'].includes(this.#state.is)
  }

  #set(state: FastState): void {
    this.#state = state
    for (const react of this.#watching) react()
  }
}

function codeOf(error: unknown): string | null {
  if (error instanceof DownloadError) return error.problem ?? error.code
  return error instanceof Problem ? error.code : null
}

const doneOf = ({ ranges }: KeptDownload) => ranges.reduce((sum, [from, to]) => sum + to - from, 0)
