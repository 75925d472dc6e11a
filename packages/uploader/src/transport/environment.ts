/** What an upload runs on, as ports: `browserEnvironment()` here, `nodeEnvironment()` in node-transport.ts. */

export interface Clock {
  /** Milliseconds that never run backwards; from where does not matter. */
  now(): number
  /** Calls `run` once after `ms`. Returns the way to call it off. */
  after(ms: number, run: () => void): () => void
}

export interface PartRequest {
  url: string
  headers: Record<string, string>
  body: Blob
  /** Bytes of the body that have been handed to the network so far. */
  onProgress(bytesSent: number): void
}

export interface PartAnswer {
  status: number
  text: string
  /** The Retry-After header, where it can be read. */
  retryAfter: string | null
}

/** One PUT under way. `answer` rejects when no answer came, be it the line or `abort`. */
export interface Sending {
  answer: Promise<PartAnswer>
  abort(): void
}

export interface Transport {
  send(request: PartRequest): Sending
  /** Asks `{origin}/-/probe`: milliseconds it took, or null without a proper answer in time. */
  probe(origin: string, timeoutMs: number): Promise<number | null>
}

export interface PartSums {
  crc32: number
  /** CRC-32 of each length asked for, in order. */
  segmentCrcs: number[]
  /** Base64, where asked for. */
  md5: string | null
}

export interface Checksums {
  /**
   * Sums of a body made of consecutive segments of `lengths`. Rejects with the reading's own error (NotReadableError
   * …).
   */
  sum(body: Blob, lengths: readonly number[], withMd5: boolean): Promise<PartSums>
}

export interface Network {
  isOnline(): boolean
  /** Calls back when the line or the page comes back or goes. Returns the way to stop. */
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
