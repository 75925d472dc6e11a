/** The public shapes of one upload: its input, its events, its errors. */
import type { BodyOf, ReplyOf } from '@waybill/contract/core/endpoint'
import type { signParts, UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { Environment } from './transport/environment.ts'
import type { Warmth } from './transport/warm-up.ts'

/**
 * A file of the sender's device. A browser's `File` fits through `fromFile`, a path on disk through `openFile` (Node).
 */
export interface SourceFile {
  /** Path inside the transfer, with `/`; the bare name where the file came without a folder. */
  readonly path: string
  readonly bytes: number
  /** Epoch milliseconds of the last change. */
  readonly modifiedAt: number
  /** Bytes `[start, end)`, unread: reading may reject with NotReadableError or NotFoundError. */
  slice(start: number, end: number): Blob
  /**
   * Makes bytes `[start, end)` where a file is not sent unchanged; the same bytes each time. `bytes` is then its sent
   * size, and `slice` returns its source bytes. Rejects as reading does.
   */
  make?(start: number, end: number): Promise<Blob>
  /**
   * The current file at its place, where the environment can tell; null when it is gone. Distinguishes a changed file
   * from a locked one.
   */
  look?(): Promise<{ bytes: number; modifiedAt: number } | null>
  /** How to reach the file again after a reload; see `keepHandles`. */
  readonly kept?: KeptHandle
}

/**
 * A handle that the browser can store: the file's own, or that of the folder in which it was dropped and the names down
 * to it.
 */
export interface KeptHandle {
  root: FileSystemHandle
  within: readonly string[]
}

/**
 * The calls of an upload besides the parts, bound to this one upload by the caller. Their errors have the problem's
 * `code`.
 */
export interface UploadApi {
  /** The server's current plan. */
  readUpload(): Promise<UploadPlan>
  /** The plan with a fresh token; later calls of this api use it too. */
  renew(): Promise<UploadPlan>
  /** Presigned stores: URLs for parts. */
  signParts(body: BodyOf<typeof signParts>): Promise<ReplyOf<typeof signParts>>
}

export interface UploadOptions {
  plan: UploadPlan
  /** The files of the plan, in any order. */
  files: readonly SourceFile[]
  api: UploadApi
  /** Its environment; the browser's by default. Serves this upload alone and is closed with it. */
  environment?: Environment
  /** Stays at 4 parts at once, so that other users of the line keep their share. */
  polite?: boolean
  /** `navigator.connection.effectiveType`: decides the size of the first parts. Absent: as planned. */
  effectiveType?: string
  /** What stands open; in a browser what `warmUp` has opened. */
  warm?: Warmth
  /**
   * Called once, when every part is being sent and a connection to the page's own origin is left for a call. Only for
   * uploads that the server itself receives.
   */
  onLastParts?: () => void
}

export type UploadStatus =
  | 'warming-up'
  | 'getting-ready'
  | 'transferring'
  | 'resuming'
  | 'almost-done'
  | 'paused-offline'
  | 'retrying'
  | 'done'
  | 'failed'
  | 'cancelled'

/** The state of an upload, as one moment's snapshot. */
export interface UploadProgress {
  status: UploadStatus
  /** Acknowledged bytes and the sent bytes of the parts under way; falls when a part must be sent again. */
  bytesSent: number
  /** Bytes that the server has: a resume would not send them again. */
  bytesAcknowledged: number
  bytesTotal: number
  bytesPerSecond: number
  /** Null until the speed is known. */
  secondsLeft: number | null
  /** The current file, counted from 1; 0 in an upload without files. */
  fileIndex: number
  fileCount: number
  currentPath: string
  /** Failed tries in a row; 0 as soon as one part gets through. A warning is due as it becomes 5 and 10. */
  tries: number
  warning: null | 'slow-network'
  /** Parts that may be under way at once. */
  parallel: number
  /** Origins that answer. */
  origins: number
  /** To the page's own origin; 0 while it is unknown. */
  roundTripMs: number
}

export interface Upload {
  /**
   * Resolves when every part is acknowledged. Rejects with UploadError or UploadCancelled; the server keeps what it has
   * for 7 days.
   */
  readonly finished: Promise<void>
  /** A cheap snapshot. */
  state(): UploadProgress
  /**
   * Calls back a few times a second during changes, and at once when the status changes. Returns a function that stops
   * it.
   */
  subscribe(listener: (progress: UploadProgress) => void): () => void
  /** Stops; the parts stay on the server. */
  cancel(): void
  setPolite(isPolite: boolean): void
}
