import { Problem } from '@waybill/contract/core/problems'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import type { Kysely } from 'kysely'
import { listLifetimeCodes, readLiveAccount } from '../../billing/index.ts'
import { findIconPath, findPageBranding } from '../../branding/index.ts'
import { findUserDomain } from '../../domains/index.ts'
import { findMailDomain } from '../../mail-domains/index.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/schema.ts'
import { isAskedToAdminister } from '../../workspaces/index.ts'
import { findAccount, listMembers, presentUser } from '../accounts/index.ts'
import { readFactorsOn } from './two-factor/factor-store.ts'

/** The current account, as its owner sees it. Problem 'unauthenticated' where it is gone. */
export async function readUser(
  db: Kysely<Database>,
  config: Pick<Config, 'publicUrl'>,
  accountId: string,
): Promise<User> {
  const account = await findAccount(db, accountId)
  if (account === null) throw new Problem('unauthenticated')
  const { hasTotp, passkeyCount, isRequired } = await readFactorsOn(db, accountId)
  const isAdmin = account.member_role === 'admin'
  const [live, members, domain, branding, pmDomain, lifetimeCodes, isAsked] = await Promise.all([
    readLiveAccount(db, accountId),
    listMembers(db, account.workspace_id),
    findUserDomain(db, config, account),
    findPageBranding(db, accountId),
    findMailDomain(db, account.workspace_id),
    isAdmin ? listLifetimeCodes(db, account.workspace_id) : [],
    !isAdmin && isAskedToAdminister(db, account.workspace_id, accountId),
  ])
  if (live === null) throw new Problem('unauthenticated')
  const logoPic = branding.company?.logo?.light.path ?? (await findIconPath(db, account.email))
  const isAskedNow = { isAskedToAdminister: isAsked }
  return presentUser(account, {
    ...live,
    members,
    passkeyCount,
    secondFactorRule: !isRequired ? 'none' : hasTotp || passkeyCount > 0 ? 'met' : 'unmet',
    logoPic,
    brandName: branding.company?.name ?? '',
    pmDomain,
    lifetimeCodes,
    domain,
    ...isAskedNow,
  })
}
