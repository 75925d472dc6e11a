import { z } from 'zod'
import { text } from '../core/fields.ts'

/** How many finished downloads of each file each recipient may make; null: any number. */
export const downloadLimit = z.int().min(1).max(10_000).nullable().optional()

/** When to send it, on the sender's clock: 5 minutes to a year ahead. The expiry counts from then. */
export const sendLater = z.strictObject({
  localTime: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/),
  /** IANA name. */
  timeZone: text(64),
})

/** When a scheduled transfer goes out; `at` is its instant. */
export const scheduled = z.object({ localTime: z.string(), timeZone: z.string(), at: z.number() })
