/** What both ends know about a conversation with the operator. No zod: the browser loads it. */

/** The longest message, in characters. */
export const MAX_MESSAGE_CHARS = 4_000

export const ratings = ['Bad', 'Fine', 'Fantastic'] as const
export type Rating = (typeof ratings)[number]

/** The feedback form opens by itself at these numbers of logins. */
export const feedbackLogins: readonly number[] = [3, 18, 35]
