/** The limit of one book. */
export const MAX_CONTACTS = 10_000
