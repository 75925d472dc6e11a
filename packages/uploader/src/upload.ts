/** The public shapes of one upload: what it is given, what it tells, what it fails with. */
import type { BodyOf, ReplyOf } from '@waybill/contract/core/endpoint'
import type { signParts, UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { Environment } from './transport/environment.ts'

/**
 * A file of the sender's device. A browser's `File` fits through `fromFile`, a path on disk through `openFile` (Node).
 */
export interface SourceFile {
  /** Path inside the transfer, with `/`; the bare name when it came without a folder. */
  readonly path: string
  readonly bytes: number
  /** Epoch milliseconds of the last change. */
  readonly modifiedAt: number
  /** Bytes `[start, end)`, unread: reading may reject with NotReadableError or NotFoundError. */
  slice(start: number, end: number): Blob
  /**
   * Makes bytes `[start, end)` where a file is not sent as it lies; the same bytes each time. `bytes` is then its size
   * as it is sent, and `slice` gives what they are made of. Rejects as reading does.
   */
  make?(start: number, end: number): Promise<Blob>
  /**
   * What lies at its place now, where that can be asked; null when it is gone. Tells a changed file from a locked one.
   */
  look?(): Promise<{ bytes: number; modifiedAt: number } | null>
  /** How to reach the file again after a reload; see `keepHandles`. */
  readonly kept?: KeptHandle
}

/** A handle the browser can keep: the file's own, or that of the folder it was dropped in and the names down to it. */
export interface KeptHandle {
  root: FileSystemHandle
  within: readonly string[]
}

/**
 * The calls an upload makes besides the parts, bound to this one upload by the caller. Their errors carry the problem's
 * `code`.
 */
export interface UploadApi {
  /** The plan as the server has it now. */
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
  /** What it runs on; a browser unless told. Serves this upload alone and is closed with it. */
  environment?: Environment
  /** Stay at 4 parts at once, so that others on the line keep their share. */
  polite?: boolean
  /** `navigator.connection.effectiveType`: the size of the first parts. Absent: as planned. */
  effectiveType?: string
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

/** Where an upload stands, as one moment's snapshot. */
export interface UploadProgress {
  status: UploadStatus
  /** Acknowledged bytes and what of the parts under way has left this device; falls when a part must be sent again. */
  bytesSent: number
  /** Bytes the server holds: what a resume would not send again. */
  bytesAcknowledged: number
  bytesTotal: number
  bytesPerSecond: number
  /** Null until the speed is known. */
  secondsLeft: number | null
  /** The file under way, counted from 1; 0 in an upload without files. */
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
}

export interface Upload {
  /** Every part is acknowledged. Rejects with UploadError or UploadCancelled; what the server holds stays 7 days. */
  readonly finished: Promise<void>
  /** A cheap snapshot. */
  state(): UploadProgress
  /** Calls back a few times a second while things change, and at once when the status does. Returns the way to stop. */
  subscribe(listener: (progress: UploadProgress) => void): () => void
  /** Stops; the parts stay on the server. */
  cancel(): void
  setPolite(isPolite: boolean): void
}
