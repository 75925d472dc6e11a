/** Comments on an item of a request. No zod here: both pages load this module. */

/** The longest comment in characters (UTF-16), after trimming. */
export const COMMENT_MAX_CHARS = 2_000
/** How long a comment's author can withdraw it. */
export const WITHDRAW_SECONDS = 900
/**
 * Comments in one thread, in all threads of a request, and in those of suppliers who came through its open link, so
 * that strangers leave room for the others. Withdrawn ones count.
 */
export const MOST_COMMENTS = { thread: 200, request: 5_000, openLink: 2_500 } as const

/** The place on the supplier's page to which a mail leads. */
export const threadAnchor = (item: string): string => `comments-${item}`
