import type { PartSums } from '../transport/environment.ts'

/** What the page asks a checksum worker, and what it answers. */
export interface SumRequest {
  ticket: number
  body: Blob
  lengths: readonly number[]
}

export type SumReply = { ticket: number; sums: PartSums } | { ticket: number; error: { name: string; message: string } }
