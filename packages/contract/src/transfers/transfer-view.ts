import { z } from 'zod'
import { bytes, id, instant, profilePic, slug } from '../core/fields.ts'
import { scanView } from '../uploads/scan-view.ts'
import { arrivalView, fileArrival } from './arrival.ts'

/** What a recipient may see of a transfer. */
export const transferView = z.object({
  slug,
  state: z.enum(['active', 'expired']),
  sender: z.object({
    email: z.string(),
    name: z.string().nullable(),
    isProven: z.boolean(),
    /** Of a verified sender with an account. */
    profilePic,
  }),
  recipient: z.string().nullable(),
  /** Null: none. */
  title: z.string().nullable(),
  message: z.string(),
  sentAt: instant,
  expiresAt: instant.nullable(),
  files: z.array(
    z.object({
      id,
      path: z.string(),
      bytes,
      sha256: z.string().nullable(),
      isWithdrawn: z.boolean(),
      /** Of a type that can run programs when it is opened. */
      isProgram: z.boolean(),
      scan: scanView,
      arrival: fileArrival.optional(),
    }),
  ),
  /** Absent: every file is there. */
  arrival: arrivalView.optional(),
  totalBytes: bytes,
  /** Exact size of the zip of everything. */
  zipBytes: bytes,
})
export type TransferView = z.infer<typeof transferView>
