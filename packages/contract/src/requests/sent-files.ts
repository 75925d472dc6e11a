import { z } from 'zod'
import { bytes, id } from '../core/fields.ts'

/** A file that answers a request, once it came. */
export const sentFile = z.object({
  _id: id,
  item: id,
  /** As it is kept: by the item's pattern, numbered where two would be one. */
  fileName: z.string(),
  /** As it was called on the supplier's device. */
  originalName: z.string(),
  bytes,
  /** Hex, of what is stored; null until that was read back. */
  sha256: z.string().nullable(),
  /** Of a sealed file: what is inside, its size, and the SHA-256 that its supplier claims. */
  sealed: z.object({ bytes, sha256: z.string().nullable() }).nullable(),
  /** It was asked for anew. */
  isSentBack: z.boolean(),
  /** What is stored is not what was sent. */
  isWithdrawn: z.boolean(),
})

/**
 * Of sealed files, by the plan's ids: the SHA-256 of what is inside, as the supplier's browser has it. Nobody but who
 * opens the file can know whether it is true.
 */
export const claims = z.array(z.strictObject({ file: id, sha256: z.string().regex(/^[\da-f]{64}$/) })).max(1_500)
