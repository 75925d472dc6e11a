import type { Role } from '@waybill/contract/billing/plans'
import { type Kysely, sql } from 'kysely'
import { KEPT } from '../../database/kept-statements.ts'
import type { Database } from '../../database/schema.ts'
import { hashToken } from '../../ids.ts'

type Db = Kysely<Database>

export interface HostFacts {
  workspaceId: string
  role: Role
  /** Its records are right, or were less than three days ago. */
  isProven: boolean
}

/** The host's holder; null where nobody holds it. */
export async function findHost(db: Db, host: string): Promise<HostFacts | null> {
  const { rows } = await sql<HostFacts>`
    select workspace_id as "workspaceId", role, is_proven as "isProven" from custom_host_facts(${host})`.execute(db)
  return rows[0] ?? null
}

/** The host that the account's workspace has chosen for its links, while it is verified, with the plan's role. */
export async function findLinkHost(db: Db, accountId: string): Promise<{ host: string; role: Role } | null> {
  const { rows } = await sql<{ host: string; role: Role }>`${KEPT}
    select host, role from link_host_of(${accountId})`.execute(db)
  return rows[0] ?? null
}

/** Whose a thing is, by what a request says of it: a slug, an id, or the hash of a token. */
const statements = {
  transfer: (slug: string) => sql<Found>`select workspace_of_transfer(${slug}) as of`,
  request: (slug: string) => sql<Found>`select workspace_of_request(${slug}) as of`,
  upload: (id: string) => sql<Found>`select workspace_of_upload(${id}) as of`,
  picture: (id: string) => sql<Found>`select workspace_of_picture(${id}) as of`,
  brandPicture: (id: string) => sql<Found>`select workspace_of_brand_picture(${id}) as of`,
  grant: (token: string) => sql<Found>`select workspace_of_grant(${hashToken(token)}) as of`,
  ownGrant: (token: string) => sql<Found>`select workspace_of_own_grant(${hashToken(token)}) as of`,
  extension: (token: string) => sql<Found>`select workspace_of_extension(${hashToken(token)}) as of`,
}

interface Found {
  of: string | null
}

export type SubjectKind = keyof typeof statements

/** The workspace of the thing; null for a visitor's, and for what nobody has. */
export async function findWorkspaceOf(db: Db, kind: SubjectKind, named: string): Promise<string | null> {
  const { rows } = await statements[kind](named).execute(db)
  return rows[0]?.of ?? null
}
