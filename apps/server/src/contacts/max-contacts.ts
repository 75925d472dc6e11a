/** The limit of one account. */
export const MAX_CONTACTS = 10_000
