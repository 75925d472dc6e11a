import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, instant, slug, text } from '../core/fields.ts'
import { evidenceKinds } from '../tracking/evidence.ts'

/**
 * What an account is told of in its dashboard; each is an entry of a ledger, but the last two. 'answered': a submission
 * came to a request; 'completed': and with it everything that is required of everybody who is asked by mail.
 */
export const notificationKinds = [
  'opened',
  'finished',
  'stalled',
  'bounced',
  'forwarded',
  'expired',
  'extension_requested',
  'access_requested',
  'answered',
  'completed',
] as const

export const notification = z.object({
  _id: id,
  /** Its number in the account's feed. */
  place: z.int(),
  kind: z.enum(notificationKinds),
  /** Of the transfer, or of the request. */
  slug,
  /** Of the request; null where it is about a transfer. */
  title: z.string().nullable(),
  /** Who sent a submission: their company, else their name; null where neither is known. */
  supplier: z.string().nullable(),
  dlDate: instant,
  dlCountryCode: z.string().nullable(),
  /** City. */
  dlOrigin: z.string().nullable(),
  device: z.string().nullable(),
  /** The recipient's or the supplier's. Null: whoever holds the link, or erased. */
  receiverEmail: z.string().nullable(),
  /**
   * Of several files the first, of a sealed one what it is called inside; null where it is about the transfer or the
   * request as a whole.
   */
  fileName: z.string().nullable(),
  fileCount: z.int(),
  /** What says least of what was finished, by docs/evidence.md; null where it is not on record, or nothing was. */
  evidence: z.enum(evidenceKinds).nullable(),
  /** Of what was finished: nobody can say whether they were read. */
  doubtBytes: z.int(),
  /** The files are sealed: opened on the page of their request. */
  isSealed: z.boolean(),
  read: z.boolean(),
})
export type Notification = z.infer<typeof notification>

/** The newest first; `next` is the `before` of the next page. */
export const listNotifications = endpoint('listNotifications', {
  summary: 'What the account is told',
  auth: 'session',
  body: z.strictObject({
    userid: text(64).optional(),
    before: z.int().min(1).max(2_147_483_647).optional(),
    take: z.int().min(1).max(100).default(30),
  }),
  reply: z.object({ notifications: z.array(notification), unread: z.int(), next: z.int().nullable() }),
  problems: ['unauthenticated', 'not-yours', 'invalid-input'],
})

/**
 * `notifyId`: one to delete, 'all' to delete every one, 'Allread' to mark every one as read. Unknown ones are gone
 * already.
 */
export const deleteNotification = endpoint('deleteNotification', {
  summary: 'Delete notifications, or mark them as read',
  auth: 'session',
  body: z.strictObject({ userid: text(64).optional(), notifyId: text(64).min(1) }),
  reply: z.object({ unread: z.int() }),
  problems: ['unauthenticated', 'not-yours', 'invalid-input'],
})

/** A ticket that opens `followLive` once, within half a minute. */
export const makeLiveTicket = endpoint('makeLiveTicket', {
  summary: 'A ticket for the live stream',
  auth: 'session',
  reply: z.object({ ticket: z.string() }),
  problems: ['unauthenticated', 'too-many-requests'],
})

/**
 * Server-sent events: `hello` {place} at first; `notification` with its number as id, those after `after` before any
 * new one; `transfer` {transfer} when something moved on one; `storage` when the account keeps more or fewer bytes than
 * before, at most once a second; `over` when the session has ended.
 */
export const followLive = endpoint('followLive', {
  summary: 'What happens, as it happens',
  countsAmong: 'tokens',
  query: z.strictObject({ ticket: text(64), after: z.coerce.number().int().min(0).max(2_147_483_647).optional() }),
  problems: ['ticket-expired', 'invalid-input'],
})
