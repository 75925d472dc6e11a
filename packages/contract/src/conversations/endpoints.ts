/** Feedback and the conversation of an account, or of a visitor's browser, with the operator. */
import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { ignored, instant, prose, text, typedAddress } from '../core/fields.ts'
import { ratings } from './rules.ts'

/** Above the limit that the call names, so that a long text gets its own problem. */
const typedMessage = prose(100_000)
const MAX_BODY_BYTES = 524_288
/** The address of the page without its query, which may hold a token. */
const page = text(200).regex(/^\/[^?#]*$/)
/** 'unauthenticated': the account ended meanwhile. */
const writingProblems = [
  'unauthenticated',
  'conversation-text-empty',
  'conversation-text-too-long',
  'invalid-recipient',
  'too-many-requests',
] as const

export const conversationMessage = z.object({
  /** Its number in the conversation, from 1. */
  place: z.int(),
  author: z.enum(['customer', 'operator']),
  text: z.string(),
  rating: z.enum(ratings).nullable(),
  /** It came by mail with files, which are not accepted. */
  hasLeftFiles: z.boolean(),
  at: instant,
})
export type ConversationMessage = z.infer<typeof conversationMessage>

/** The newest messages, oldest first. */
export const readConversation = endpoint('readConversation', {
  summary: 'The conversation with the operator',
  worksWithoutFactor: true,
  reply: z.object({
    messages: z.array(conversationMessage),
    /** Answers that are not marked as read. */
    unread: z.int(),
    /** Where answers go by mail; null: nowhere. */
    email: z.string().nullable(),
    /** The measured median of the last 90 days, in seconds; null: too few answers. */
    answeredWithin: z.int().nullable(),
  }),
})

/** A visitor may give an address for answers; nobody proves it. An account's is its own. */
export const writeMessage = endpoint('writeMessage', {
  summary: 'Write to the operator',
  worksWithoutFactor: true,
  maxBodyBytes: MAX_BODY_BYTES,
  body: z.strictObject({ text: typedMessage, email: typedAddress.optional(), route: page.optional() }),
  reply: z.object({ message: conversationMessage }),
  status: 201,
  problems: writingProblems,
})

/** `place` is the newest message that the reader has seen. */
export const markAnswersRead = endpoint('markAnswersRead', {
  summary: 'Mark answers of the operator as read',
  worksWithoutFactor: true,
  body: z.strictObject({ place: z.int().min(0).max(2_147_483_647) }),
  reply: z.object({ unread: z.int() }),
})

/**
 * Ends a visitor's conversation in this browser, for example on a shared computer: whoever writes next from it begins
 * another. The operator keeps it, and answers still go to the address that the visitor gave. Does nothing to that of an
 * account, which ends with the login.
 */
export const leaveConversation = endpoint('leaveConversation', {
  summary: 'Leave the conversation of this browser',
  worksWithoutFactor: true,
  body: z.strictObject({}),
  status: 204,
})

/** A message with a rating. Who sends it, and when, the server knows. */
export const sendFeedback = endpoint('sendFeedback', {
  summary: 'Send feedback',
  worksWithoutFactor: true,
  maxBodyBytes: MAX_BODY_BYTES,
  body: z.strictObject({
    message: typedMessage,
    rating: z.enum(ratings),
    email: typedAddress.optional(),
    route: page.optional(),
    time: ignored,
    role: ignored,
    fullName: ignored,
    company: ignored,
    session: ignored,
  }),
  reply: z.object({ message: z.literal('We got your feedback!') }),
  problems: writingProblems,
})

/**
 * Whether the feedback form opens by itself now: at the login counts of `feedbackLogins`, once for each. Asking uses it
 * up.
 */
export const claimFeedback = endpoint('claimFeedback', {
  summary: 'Whether the feedback form opens by itself',
  auth: 'session',
  reply: z.object({ opens: z.boolean() }),
  problems: ['unauthenticated'],
})
