/** What both ends know about a conversation with the operator. No zod: the browser loads it. */

/** The longest message, in characters. */
export const MAX_MESSAGE_CHARS = 4_000

export const ratings = ['Bad', 'Fine', 'Fantastic'] as const
export type Rating = (typeof ratings)[number]

/** 'open': the customer waits for an answer. */
export const conversationStates = ['open', 'answered', 'closed'] as const
export type StateOfConversation = (typeof conversationStates)[number]

/** Answers that operators keep for inserting. */
export const MAX_CANNED = 100

/** The feedback form opens by itself at these numbers of logins. */
export const feedbackLogins: readonly number[] = [3, 18, 35]
