/** An account has its own book; all accounts of a workspace read the shared one and may add to it. */
export const contactBooks = ['own', 'shared'] as const
export type ContactBookName = (typeof contactBooks)[number]
