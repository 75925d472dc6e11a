import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, instant, text } from '../core/fields.ts'
import { activityKinds, activityParts } from './activity-kinds.ts'

/** People are named as they were called then. */
const person = z.object({
  /** Null: an address that was invited, or the host or domain that a setting is about. */
  _id: id.nullable(),
  name: z.string(),
})

export const activityEntry = z.object({
  _id: id,
  at: instant,
  part: z.enum(activityParts),
  kind: z.enum(activityKinds),
  /** Who did it; null: the service or its operator. */
  actor: person.nullable(),
  /** Whom it concerns. */
  subject: person.nullable(),
  /** Of the transfer or the request; it may be deleted since. */
  slug: z.string().nullable(),
  files: z.int().nullable(),
  memberRole: z.string().nullable(),
  plan: z.object({ from: z.string(), to: z.string() }).nullable(),
})
export type ActivityEntry = z.infer<typeof activityEntry>

/** `member`: what this account did; `part`: what it was about. */
const asked = { member: id.optional(), part: z.enum(activityParts).optional() }

/**
 * What the accounts of the team did, newest first: for its admin and managers. `after` is the last answer's `next`. Rows
 * are kept for a year.
 */
export const listActivity = endpoint('listActivity', {
  summary: 'What the team did',
  auth: 'session',
  query: z.strictObject({
    ...asked,
    after: text(200).optional(),
    take: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({
    entries: z.array(activityEntry),
    next: z.string().nullable(),
    /** IANA; the account's, 'UTC' where it has none. */
    timeZone: z.string(),
  }),
  problems: ['unauthenticated', 'not-yours', 'invalid-input'],
})

/** The same as CSV (UTF-8 with a byte order mark); the latest 100,000 rows. Cells cannot become formulas. */
export const exportActivity = endpoint('exportActivity', {
  summary: 'What the team did, as CSV',
  auth: 'session',
  query: z.strictObject(asked),
  problems: ['unauthenticated', 'not-yours', 'invalid-input', 'too-many-requests'],
})
