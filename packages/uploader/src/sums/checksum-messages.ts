import type { PartSums } from '../transport/environment.ts'

/** The messages between the page and a checksum worker. */
export interface SumRequest {
  ticket: number
  body: Blob
  lengths: readonly number[]
}

export type SumReply = { ticket: number; sums: PartSums } | { ticket: number; error: { name: string; message: string } }
