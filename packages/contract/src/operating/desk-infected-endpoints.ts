import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { bytes, id, instant, label, text } from '../core/fields.ts'
import { deskProblems } from './desk-endpoints.ts'

const infected = z.object({
  _id: id,
  bytes,
  sha256: z.string().nullable(),
  /** What the scanner calls it. */
  finding: z.string(),
  scannedAt: instant,
  /** Null: it was submitted to a request. No name is shown, because names belong to the sender. */
  sending: z.object({ slug: z.string(), address: z.string() }).nullable(),
})
export type DeskInfected = z.infer<typeof infected>

/** The latest first. */
export const listInfectedAtDesk = endpoint('listInfectedAtDesk', {
  summary: 'Files in which the virus scanner found malware',
  auth: 'operator',
  query: z.strictObject({ after: text(200).optional() }),
  reply: z.object({ files: z.array(infected), next: z.string().nullable() }),
  problems: [...deskProblems, 'invalid-input'],
})

/**
 * As `infected clear`: opens the file again with all of the same content, and tells their senders. Files whose content is
 * blocked stay withdrawn.
 */
export const clearInfectedAtDesk = endpoint('clearInfectedAtDesk', {
  summary: 'Open a file again about which the scanner was wrong',
  auth: 'operator',
  params: z.strictObject({ file: id }),
  body: z.strictObject({ reason: label(500).refine((typed) => typed.trim() !== '', 'is empty') }),
  reply: z.object({ opened: z.int().min(0), blocked: z.int().min(0) }),
  problems: deskProblems,
})
