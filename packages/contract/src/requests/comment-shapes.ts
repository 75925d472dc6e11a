import { z } from 'zod'
import { id, instant } from '../core/fields.ts'

export const comment = z.object({
  _id: id,
  /** Later comments of a request have greater ones. */
  place: z.int(),
  /**
   * What the author has proven: 'member': an account of the requester's side, 'address': a supplier's address, by their
   * link or a code, 'claimed': nothing, a supplier's own words.
   */
  author: z.object({
    proof: z.enum(['member', 'address', 'claimed']),
    name: z.string(),
    /** A supplier's; null for none, and for members. */
    email: z.string().nullable(),
    /** Whether it is the reader's own. */
    isOwn: z.boolean(),
  }),
  /** '' once it is withdrawn. */
  text: z.string(),
  writtenAt: instant,
  isWithdrawn: z.boolean(),
  /** Until when the reader can withdraw it; null: not, or not any more. */
  withdrawableUntil: instant.nullable(),
})
export type Comment = z.infer<typeof comment>

export const thread = z.object({
  /** In the order in which they were written. */
  comments: z.array(comment),
  /** The place up to which the reader has seen them. */
  seenTo: z.int(),
  /** Whether the reader may comment now. */
  mayWrite: z.boolean(),
})
export type Thread = z.infer<typeof thread>

/** Of one thread, in lists: `unread` are the other side's comments that the reader has not seen. */
export const commentCounts = z.object({ comments: z.int(), unread: z.int() })
export type CommentCounts = z.infer<typeof commentCounts>

/** On the supplier's page, of their thread: `lastComments` are those among the newest 50 of all their threads. */
export const shownThread = { ...commentCounts.shape, lastComments: z.array(comment) }
