import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, instant, slug, text } from '../core/fields.ts'
import { evidenceKinds } from '../tracking/evidence.ts'

/**
 * What happens to an account's own things; each is an entry of a ledger, except the last two. The upload of a transfer
 * that was sent early 'broke_off', continued until all files had 'arrived', or ended and 'dropped' those that had not.
 * 'answered': a request got a submission; 'completed': with it, every supplier invited by mail has sent everything required.
 */
export const eventKinds = [
  'opened',
  'finished',
  'stalled',
  'bounced',
  'forwarded',
  'expired',
  'unsent',
  'broke_off',
  'arrived',
  'dropped',
  'extension_requested',
  'access_requested',
  'answered',
  'completed',
] as const
/**
 * What the dashboard notifies an account of. 'shared': a member of its team shares a transfer or a request with it;
 * 'assigned': a request is assigned to it.
 */
export const notificationKinds = [...eventKinds, 'shared', 'assigned'] as const

export const notification = z.object({
  _id: id,
  /** Its number in the account's feed. */
  place: z.int(),
  kind: z.enum(notificationKinds),
  /** Of the transfer, or of the request. */
  slug,
  /** Of the request; null where the notification is about a transfer. */
  title: z.string().nullable(),
  /** Of the transfer; null where it has none, or the notification is about a request. */
  transferTitle: z.string().nullable(),
  /**
   * The supplier of a submission: their company, else their name; null where neither is known. For 'shared' who shares
   * the transfer or the request.
   */
  supplier: z.string().nullable(),
  dlDate: instant,
  dlCountryCode: z.string().nullable(),
  /** City. */
  dlOrigin: z.string().nullable(),
  device: z.string().nullable(),
  /** The recipient's or the supplier's address. Null: any holder of the link, or erased. */
  receiverEmail: z.string().nullable(),
  /**
   * The first of several files; for a sealed one its name inside; null where the notification is about the transfer or
   * the request as a whole.
   */
  fileName: z.string().nullable(),
  fileCount: z.int(),
  /** For 'broke_off', 'arrived' and 'dropped': how many of `fileCount` files are there. Null for all others. */
  filesThere: z.int().nullable(),
  /**
   * The weakest evidence among the finished files, by docs/evidence.md; null where there is no record of it, or nothing
   * finished.
   */
  evidence: z.enum(evidenceKinds).nullable(),
  /** Bytes of finished files in doubt: nobody can say whether the reader read them. */
  doubtBytes: z.int(),
  /** The files are sealed: the page of their request opens them. */
  isSealed: z.boolean(),
  read: z.boolean(),
})
export type Notification = z.infer<typeof notification>

/**
 * The newest first; `next` is the `before` of the next page. `unread` counts all, whatever is listed.
 */
export const listNotifications = endpoint('listNotifications', {
  summary: 'What the account is told',
  keyScope: 'read',
  auth: 'session',
  body: z.strictObject({
    userid: text(64).optional(),
    /** `shared`: about transfers and requests of other members of the team. */
    about: z.enum(['all', 'shared']).default('all'),
    /** About those of this account alone. */
    member: text(64).optional(),
    before: z.int().min(1).max(2_147_483_647).optional(),
    take: z.int().min(1).max(100).default(30),
  }),
  reply: z.object({ notifications: z.array(notification), unread: z.int(), next: z.int().nullable() }),
  problems: ['unauthenticated', 'not-yours', 'invalid-input'],
})

/**
 * `notifyId`: one notification to delete, 'all' to delete every one, 'Allread' to mark every one as read. An unknown id
 * counts as deleted.
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
 * new one; `transfer` {transfer} when one has changed; `storage` when the account's stored bytes have changed, at most
 * once a second; `plan` when its plan or what it pays for has changed, `conversation` when the operator has answered it,
 * and `comments` when comments on requests that it may read have changed, each at most twice a second; `over` when the
 * session has ended.
 */
export const followLive = endpoint('followLive', {
  summary: 'What happens, as it happens',
  countsAmong: 'tokens',
  query: z.strictObject({ ticket: text(64), after: z.coerce.number().int().min(0).max(2_147_483_647).optional() }),
  problems: ['ticket-expired', 'invalid-input'],
})
