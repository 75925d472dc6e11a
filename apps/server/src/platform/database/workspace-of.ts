import { type RawBuilder, sql } from 'kysely'

/** The account's workspace, for a statement that gives the account something to own; NULL for an unknown account. */
export const workspaceOf = (accountId: string | null): RawBuilder<string> => sql<string>`workspace_of(${accountId})`
