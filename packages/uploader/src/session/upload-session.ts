import type { BodyOf, ReplyOf } from '@waybill/contract/core/endpoint'
import type { LineHint, signParts, UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { SourceFile, Upload, UploadApi, UploadOptions, UploadProgress } from '../upload.ts'
import { holdingUpload } from './upload-lock.ts'

/** What the contract accepts: a hint must never be why a save is refused. */
const MOST_HINTED = { parallel: 64, roundTripMs: 60_000 }

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
    this.#sending?.cancel()
  }

  async #sendAndComplete(): Promise<Done> {
    const { plan, calls } = this.#options
    await this.#send(plan)
    try {
      return await calls.complete(this.#token, this.#line)
    } catch (error) {
      // A part that was acknowledged is found damaged since: it is sent again, once.
      if ((error as { code?: unknown } | null)?.code !== 'upload-incomplete') throw error
      await this.#send(await this.#api.readUpload())
      return calls.complete(this.#token, this.#line)
    }
  }

  async #send(plan: UploadPlan): Promise<void> {
    const { engine, files, sources, effectiveType, onProgress } = this.#options
    const sent = { plan, files: sources?.(plan) ?? files, api: this.#api }
    const sending = engine.startUpload(effectiveType === undefined ? sent : { ...sent, effectiveType })
    this.#sending = sending
    onProgress(sending.state())
    const stop = sending.subscribe(onProgress)
    if (this.#isPaused) sending.cancel()
    try {
      await sending.finished
      const { parallel, roundTripMs } = sending.state()
      if (roundTripMs > 0) {
        this.#line = {
          parallel: Math.min(MOST_HINTED.parallel, parallel),
          roundTripMs: Math.min(MOST_HINTED.roundTripMs, roundTripMs),
        }
      }
    } finally {
      stop()
      this.#sending = null
    }
  }
}
