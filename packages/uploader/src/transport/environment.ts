/** The environment of an upload, as ports: `browserEnvironment()` here, `nodeEnvironment()` in node-transport.ts. */

export interface Clock {
  /** Milliseconds of a monotonic clock; its zero does not matter. */
  now(): number
  /** Calls `run` once after `ms`. Returns a function that cancels it. */
  after(ms: number, run: () => void): () => void
}

export interface PartRequest {
  url: string
  headers: Record<string, string>
  body: Blob
  /** Bytes of the body that the network has taken so far. */
  onProgress(bytesSent: number): void
}

export interface PartAnswer {
  status: number
  text: string
  /** The Retry-After header, where it is readable. */
  retryAfter: string | null
}

/** One PUT under way. `answer` rejects when no answer came, because of the line or `abort`. */
export interface Sending {
  answer: Promise<PartAnswer>
  abort(): void
}

export interface Transport {
  send(request: PartRequest): Sending
  /** Requests `{origin}/-/probe`: returns about a round trip in ms, or null without a proper answer in time. */
  probe(origin: string, timeoutMs: number): Promise<number | null>
}

export interface PartSums {
  crc32: number
  /** CRC-32 of each requested length, in order. */
  segmentCrcs: number[]
  /** Base64, where requested. */
  md5: string | null
}

export interface Checksums {
  /**
   * Checksums of a body made of consecutive segments of `lengths`. Rejects with the read error (NotReadableError …).
   */
  sum(body: Blob, lengths: readonly number[], withMd5: boolean): Promise<PartSums>
}

export interface Network {
  isOnline(): boolean
  /** Calls back when the network or the page comes or goes. Returns a function that stops it. */
  watch(changed: () => void): () => void
}

export interface Environment {
  clock: Clock
  transport: Transport
  checksums: Checksums
  network: Network
  /** Keeps the device from sleeping until the returned function is called. */
  keepAwake(): () => void
  /** As Math.random. */
  random(): number
  /** Frees workers and connections. */
  close(): void
}
