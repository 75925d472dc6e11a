import { insertClaim } from '../../src/domains/domain-store.ts'
import { workspaceOf } from '../../src/platform/database/workspace-of.ts'
import { newId, newToken } from '../../src/platform/ids.ts'
import type { TestApp } from '../app/test-app.ts'
import type { AccountPerson } from './account-person.ts'

/** Gives the workspace of an admin a name under SUBDOMAIN_BASE, as the call would. */
export async function claimHost(app: TestApp, admin: AccountPerson, word: string): Promise<void> {
  const { db } = app.ctx
  const { id } = await db.selectNoFrom(workspaceOf(admin.accountId).as('id')).executeTakeFirstOrThrow()
  const host = `${word}.${app.config.subdomainBase}`
  await insertClaim(db, { id: newId(), workspaceId: id, host, token: newToken(128), isUnderBase: true })
}
