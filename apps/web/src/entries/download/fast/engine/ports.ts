/** What the engine of a fast download needs from its surroundings: pages give it a browser's, tests their own. */

/** Half-open: `[from, to)`. */
export interface ByteRange {
  from: number
  to: number
}

/** What is downloaded, as `planFastDownload` answers. */
export interface DownloadPlan {
  url: string
  bytes: number
  /** Names the version: bytes of another one are never mixed in. */
  etag: string
  origins: readonly string[]
  /** Connections that the server gives one recipient. */
  atOnce: number
  /** In order, without gap, to the end. */
  blocks: ReadonlyArray<{ to: number; crc32: number }>
}

/** The answer to a request for a range. */
export type Answer =
  /** Exactly the range. */
  | { kind: 'range'; body: AsyncIterable<Uint8Array> }
  /** Everything, from byte 0: another version, or something between does not know ranges. `etag` null: none was named. */
  | { kind: 'whole'; etag: string | null; body: AsyncIterable<Uint8Array> }
  /** `code` is the server's, null where something else answered. */
  | { kind: 'refused'; status: number; code: string | null; retryAfterMs: number | null }

export interface Transport {
  /** @param range null: everything. Rejects where no answer comes; `signal` ends the connection. */
  get(origin: string, plan: DownloadPlan, range: ByteRange | null, signal: AbortSignal): Promise<Answer>
}

/** Where the bytes are kept until they are complete. */
export interface Disk {
  /** The bytes are its own from then on. Rejects with `QuotaExceededError` where it is full. */
  write(at: number, bytes: Uint8Array): Promise<void>
  /** CRC-32 of what is written there. */
  sum(from: number, to: number): Promise<number>
}

export interface Clock {
  /** Milliseconds, never set back. */
  now(): number
  /** Calls back once, unless the returned function is called before. */
  after(ms: number, then: () => void): () => void
}
