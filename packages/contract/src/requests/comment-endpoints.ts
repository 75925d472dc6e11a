import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, prose } from '../core/fields.ts'
import { comment, thread } from './comment-shapes.ts'
import { COMMENT_MAX_CHARS } from './comments.ts'
import { closed, link, notTaking, who } from './submission-endpoints.ts'

/**
 * A *thread* has the comments of a request's side and of one supplier on one item. Suppliers never see the threads of
 * others. Each side is mailed what it has not seen, once a request has been quiet for five minutes.
 */
const of = z.strictObject({ request: id, supplier: id, item: id })
/** Longer texts get a clear refusal. */
const typed = prose(COMMENT_MAX_CHARS * 8)
/** The place of the last comment that the reader has seen. */
const place = z.int().min(0)
const ownProblems = ['unauthenticated', 'request-not-found', 'recipient-not-found', 'item-not-found'] as const
const textProblems = ['comment-empty', 'comment-too-long', 'message-holds-link', 'comments-full'] as const

export const readThread = endpoint('readThread', {
  summary: 'Comments on an item with a supplier',
  auth: 'session',
  params: of,
  reply: z.object({ thread }),
  problems: ownProblems,
})

/**
 * While the request is open: by its requester, by members with whom it is shared, and by the admin of the team. Managers
 * only read.
 */
export const writeComment = endpoint('writeComment', {
  summary: 'Comment on an item',
  auth: 'session',
  params: of,
  body: z.strictObject({ text: typed }),
  reply: z.object({ comment }),
  status: 201,
  problems: [
    ...ownProblems,
    ...notTaking,
    ...textProblems,
    'account-suspended',
    'subscription-due',
    'too-many-requests',
    'busy',
    'invalid-input',
  ],
})

/** Marks the comments up to `seenTo` as read by this account; never fewer than before. */
export const seeThread = endpoint('seeThread', {
  summary: 'Mark comments as read',
  auth: 'session',
  params: of,
  body: z.strictObject({ seenTo: place }),
  reply: z.object({ seenTo: place }),
  problems: [...ownProblems, 'invalid-input'],
})

/** Its author can withdraw a comment for 15 minutes: its text is deleted, and both sides see that it was withdrawn. */
export const withdrawComment = endpoint('withdrawComment', {
  summary: 'Withdraw a comment',
  auth: 'session',
  params: z.strictObject({ request: id, comment: id }),
  reply: z.object({ comment }),
  problems: ['unauthenticated', 'request-not-found', 'comment-not-found', 'comment-fixed'],
})

/**
 * All threads as CSV in the account's language (UTF-8 with a byte order mark), a comment a row; cells cannot become
 * formulas.
 */
export const exportComments = endpoint('exportComments', {
  summary: 'The comments on a request, as CSV',
  auth: 'session',
  params: z.strictObject({ request: id }),
  problems: ['unauthenticated', 'request-not-found'],
})

/** The supplier's own thread. With `seenTo`, the comments up to it are marked as read by the supplier. */
export const openThread = endpoint('openThread', {
  summary: 'Comments on an item of a request',
  worksWithoutFactor: 'as-visitor',
  body: z.strictObject({ ...link, item: id, seenTo: place.optional() }),
  reply: z.object({ thread }),
  problems: [...closed, 'item-not-found', 'invalid-input'],
})

/** Who comments says who they are as for a submission. */
export const addComment = endpoint('addComment', {
  summary: 'Comment on an item of a request',
  worksWithoutFactor: 'as-visitor',
  body: z.strictObject({
    ...link,
    name: who.name,
    company: who.company,
    email: who.email,
    timeZone: who.timeZone,
    lang: who.lang,
    item: id,
    text: typed,
  }),
  reply: z.object({ comment }),
  status: 201,
  problems: [
    ...closed,
    ...notTaking,
    ...textProblems,
    'identity-required',
    'sender-unproven',
    'invalid-recipient',
    'item-not-found',
    'busy',
    'invalid-input',
  ],
})

/** As `withdrawComment`, for the supplier. */
export const takeBackComment = endpoint('takeBackComment', {
  summary: 'Withdraw a comment on a request',
  worksWithoutFactor: 'as-visitor',
  body: z.strictObject({ ...link, comment: id }),
  reply: z.object({ comment }),
  problems: [...closed, 'comment-not-found', 'comment-fixed', 'invalid-input'],
})
