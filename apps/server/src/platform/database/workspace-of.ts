import { type RawBuilder, sql } from 'kysely'

/** The account's workspace, for a statement that creates something the account owns; NULL for an unknown account. */
export const workspaceOf = (accountId: string | null): RawBuilder<string> => sql<string>`workspace_of(${accountId})`
