import { z } from 'zod'
import { bytes, id, instant, prose } from '../core/fields.ts'
import { manifestFile } from '../uploads/endpoints.ts'
import { MAX_ANSWERS, MAX_OPTIONS } from './questions.ts'
import { SEALED_ANSWER_MAX_CHARS } from './sealed-answer.ts'

/** A submitted file. */
export const sentFile = z.object({
  _id: id,
  item: id,
  /** Its stored name: by the item's pattern, with a number where two would be equal. */
  fileName: z.string(),
  /** Its name on the supplier's device. */
  originalName: z.string(),
  bytes,
  /** Hex, of the stored bytes; null until the server has read them back. */
  sha256: z.string().nullable(),
  /** For a sealed file: the name and size of its content, and the SHA-256 that its supplier claims. */
  sealed: z.object({ bytes, sha256: z.string().nullable() }).nullable(),
  /** The item asked for it again. */
  isSentBack: z.boolean(),
  /** The stored bytes are not the sent ones. */
  isWithdrawn: z.boolean(),
})

/** What a supplier typed or chose for a question. */
export const answer = z.strictObject({
  item: id,
  /** One text, or the chosen options; in a sealed request one sealed answer: `docs/sealed-files.md`. */
  answer: z.array(prose(SEALED_ANSWER_MAX_CHARS)).min(1).max(MAX_OPTIONS),
})
export const answers = z.array(answer).max(MAX_ANSWERS)

/**
 * An answer in a submission; a long one is cut to its first 200 characters, with '…' after them. Of a sealed one
 * nothing is shown: the list is empty.
 */
export const sentAnswer = z.object({ item: id, answer: z.array(z.string()) })

/**
 * For sealed files, by the plan's ids: the SHA-256 of the content, as the supplier's browser computed it. Only a person
 * who opens the file can check it.
 */
export const claims = z.array(z.strictObject({ file: id, sha256: z.string().regex(/^[\da-f]{64}$/) })).max(1_500)

/** An unfinished submission of this supplier, which continues once they pick its files again. */
export const pendingSubmission = z.object({
  upload: id,
  startedAt: instant,
  /** The submission can be resumed until then. */
  expiresAt: instant,
  bytes,
  fileCount: z.int(),
})

/** The files of a plan, each with the item that it is for. */
export const filesOfItems = z
  .array(manifestFile.extend({ item: id }))
  .min(1)
  .max(1_500)
