import type { BodyOf, ReplyOf } from '@waybill/contract/core/endpoint'
import type { LineHint, signParts, UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { SourceFile, Upload, UploadApi, UploadOptions, UploadProgress } from '../upload.ts'
import { holdingUpload } from './upload-lock.ts'

/** What the contract accepts: a hint must never be why a save is refused. */
const MOST_HINTED = { parallel: 64, roundTripMs: 60_000 }

/** What the contract accepts at most. */
const AHEAD_WAIT_MS = 20_000
/** A call that ended sooner did not wait, and asking it again would bring nothing. */
const WAITED_MS = 5_000
/** After the last part: then its connection may be dead, and the completion is asked for anew. */
const AHEAD_LOST_MS = 4_000

/** The calls around the parts. Their errors carry the problem's `code`; `token` is the upload's own, as last renewed. */
export interface SessionCalls<Done> {
  /** The plan as the server has it now. */
  readUpload(token: string): Promise<UploadPlan>
  /** Presigned stores: URLs for parts. */
  signParts(token: string, body: BodyOf<typeof signParts>): Promise<ReplyOf<typeof signParts>>
  /** The plan with a fresh token. */
  resume(): Promise<UploadPlan>
  /**
   * Makes a transfer, a submission or an addition of the upload: every part is acknowledged. `line`: what it reached;
   * null where it sent nothing.
   */
  complete(token: string, line: LineHint | null): Promise<Done>
  /**
   * The same while the last parts are on their way: the server waits for them, `waitMs` at most, so that its answer
   * needs no round trip after the last byte. Rejects with 'upload-incomplete' where they do not come in time. Absent
   * where the completion does not wait.
   */
  completeAhead?(token: string, line: LineHint | null, ahead: Ahead): Promise<Done>
}

export interface Ahead {
  waitMs: number
  /** Aborts when nothing is to be completed any more, or it is asked for anew. */
  signal: AbortSignal
}

/** What the package's index gives; passed in, because a browser loads the engine late. */
export interface UploadEngine {
  startUpload(options: UploadOptions): Upload
  /** Keeps the files, so that a later session need not ask for them. */
  keepHandles(upload: string, files: readonly SourceFile[]): Promise<unknown>
  dropHandles(upload: string): Promise<unknown>
}

export interface UploadSessionOptions<Done> {
  engine: UploadEngine
  plan: UploadPlan
  /** The files of the plan as they lie on this device, in any order. */
  files: readonly SourceFile[]
  /** What is sent of a plan, where files are not sent as they lie. */
  sources?: ((plan: UploadPlan) => readonly SourceFile[]) | undefined
  calls: SessionCalls<Done>
  /** Called as the parts begin to go, and then a few times a second. */
  onProgress(progress: UploadProgress): void
  effectiveType?: string
  /** False: after this page the files must be picked again. True unless told. */
  keepsFiles?: boolean
}

/**
 * Sends one upload from its plan to what is made of it: parts, tokens, kept files and the completion. It can be stopped
 * and does not go on afterwards: to resume, ask for the plan anew and make another session.
 */
export class UploadSession<Done> {
  readonly #options: UploadSessionOptions<Done>
  readonly #api: UploadApi
  #token: string
  #sending: Upload | null = null
  #isPaused = false
  #line: LineHint | null = null
  #leaving = new AbortController()

  constructor(options: UploadSessionOptions<Done>) {
    const { plan, calls } = options
    this.#options = options
    this.#token = plan.token
    this.#api = {
      readUpload: () => calls.readUpload(this.#token),
      signParts: (body) => calls.signParts(this.#token, body),
      renew: async () => {
        const renewed = await calls.resume()
        this.#token = renewed.token
        return renewed
      },
    }
  }

  /** The upload's own token, as last renewed. */
  get token(): string {
    return this.#token
  }

  /**
   * Sends what is missing and completes the upload; other tabs of the browser see meanwhile that it is being sent.
   * Rejects with `UploadCancelled` after `pause`, with `UploadError`, or with what the completion is refused with: what
   * the server holds stays 7 days, and the files stay kept.
   */
  async run(): Promise<Done> {
    const { plan, files, engine, keepsFiles = true } = this.#options
    const { upload } = plan
    if (keepsFiles) void engine.keepHandles(upload, files)
    const done = await holdingUpload(upload, () => this.#sendAndComplete()).catch((error: unknown) => {
      // Another tab may have taken the lock: two would send the same parts.
      this.pause()
      throw error
    })
    if (keepsFiles) void engine.dropHandles(upload)
    return done
  }

  /** Stops sending; the parts stay on the server. A completion that is under way is not taken back. */
  pause(): void {
    this.#isPaused = true
    this.#leaving.abort()
    this.#sending?.cancel()
  }

  async #sendAndComplete(): Promise<Done> {
    const { plan, calls } = this.#options
    const early = await this.#sendCompleting(plan)
    if (early) return early.done
    try {
      return await calls.complete(this.#token, this.#line)
    } catch (error) {
      // A part that was acknowledged is found damaged since: it is sent again, once.
      if (codeOf(error) !== 'upload-incomplete') throw error
      await this.#send(await this.#api.readUpload())
      return calls.complete(this.#token, this.#line)
    }
  }

  /** Sends the parts, and asks for the completion with the last of them. Null where that is still to be asked for. */
  async #sendCompleting(plan: UploadPlan): Promise<{ done: Done } | null> {
    let asked: Promise<{ done: Done } | null> = Promise.resolve(null)
    const completed = Promise.withResolvers<void>()
    const ask = () => {
      asked = this.#askAhead()
      void asked.then((early) => early && completed.resolve())
    }
    try {
      // Only a bucket itself knows what has arrived there.
      const isAsked = plan.transport === 'server' && this.#options.calls.completeAhead
      await this.#send(plan, isAsked ? { onLastParts: ask, completed: completed.promise } : {})
    } catch (error) {
      // The completion closes the upload to a part that goes a second time.
      if (codeOf(error) !== 'upload-closed') {
        this.#leaving.abort()
        throw error
      }
    }
    const early = await within(AHEAD_LOST_MS, asked)
    this.#leaving.abort()
    return early
  }

  /** Null where it brought nothing: then it is asked for once every part is acknowledged. */
  async #askAhead(): Promise<{ done: Done } | null> {
    const { completeAhead } = this.#options.calls
    const { signal } = this.#leaving
    while (completeAhead && !signal.aborted) {
      const from = performance.now()
      this.#learnLine()
      try {
        return { done: await completeAhead(this.#token, this.#line, { waitMs: AHEAD_WAIT_MS, signal }) }
      } catch (error) {
        const hasWaited = performance.now() - from >= WAITED_MS
        if (codeOf(error) !== 'upload-incomplete' || !hasWaited) return null
      }
    }
    return null
  }

  /** `completed` resolves where the completion was faster than the answers to the last parts. */
  async #send(plan: UploadPlan, { onLastParts, completed }: Tail = {}): Promise<void> {
    const { engine, files, sources, effectiveType, onProgress } = this.#options
    const sent = { plan, files: sources?.(plan) ?? files, api: this.#api }
    const told = { ...(effectiveType !== undefined && { effectiveType }), ...(onLastParts && { onLastParts }) }
    const sending = engine.startUpload({ ...sent, ...told })
    this.#sending = sending
    onProgress(sending.state())
    const stop = sending.subscribe(onProgress)
    if (this.#isPaused) sending.cancel()
    try {
      await Promise.race(completed ? [sending.finished, completed] : [sending.finished])
      this.#learnLine()
    } finally {
      stop()
      sending.cancel()
      this.#sending = null
    }
  }

  #learnLine(): void {
    const { parallel = 0, roundTripMs = 0 } = this.#sending?.state() ?? {}
    if (roundTripMs === 0) return
    this.#line = {
      parallel: Math.min(MOST_HINTED.parallel, parallel),
      roundTripMs: Math.min(MOST_HINTED.roundTripMs, roundTripMs),
    }
  }
}

interface Tail {
  onLastParts?: () => void
  completed?: Promise<void>
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code

/** Null where `work` takes longer. */
function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), ms)
    void work.then((result) => {
      clearTimeout(timer)
      resolve(result)
    })
  })
}
