import { hostLimit, type Role } from '@waybill/contract/billing/plans'
import { type Domain, type DomainStatus, domainFound, WRONG_DAYS } from '@waybill/contract/domains/endpoints'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import type { Kysely } from 'kysely'
import type { Context } from '../context.ts'
import type { Config } from '../platform/config/config.ts'
import type { Database } from '../platform/database/schema.ts'
import { findLinkOrigin } from '../platform/http/custom-hosts/link-origin.ts'
import { offeredNames } from '../platform/http/own-names.ts'
import { type DomainRow, findCurrent } from './domain-store.ts'
import { proofName, proofValue } from './judge-records.ts'

const DAY_MS = 86_400_000

/** The workspace's custom host as its admin sees it. */
export async function readDomain(
  { db, config }: Pick<Context, 'db' | 'config'>,
  { workspaceId, role }: { workspaceId: string; role: Role },
): Promise<{ domain: Domain }> {
  const row = await findCurrent(db, workspaceId)
  const offered = offeredNames(config)
  return { domain: { offered, isInPlan: hostLimit(role) > 0, ...present(row, offered) } }
}

/** The workspace's host as every account in it sees it. */
export async function findUserDomain(
  db: Kysely<Database>,
  config: Pick<Config, 'publicUrl'>,
  account: { id: string; workspace_id: string },
): Promise<Pick<User, 'domain_status' | 'typedDomain' | 'customDomainOption' | 'linkOrigin'>> {
  const row = await findCurrent(db, account.workspace_id)
  const { domain_status, typedDomain, customDomainOption } = standing(row)
  const linkOrigin = row === null ? null : await findLinkOrigin(db, config, account.id)
  return { domain_status, typedDomain, customDomainOption, linkOrigin }
}

const standing = (row: DomainRow | null): Pick<Domain, 'domain_status' | 'typedDomain' | 'customDomainOption'> => ({
  domain_status: (row?.status ?? 'none') as DomainStatus,
  typedDomain: row?.host ?? null,
  customDomainOption: row?.is_chosen ? 'custom' : 'standard',
})

function present(row: DomainRow | null, offered: Domain['offered']): Omit<Domain, 'offered' | 'isInPlan'> {
  return {
    ...standing(row),
    records: row === null ? [] : recordsOf(row, offered),
    found: domainFound
      .nullable()
      .catch(null)
      .parse(row?.found ?? null),
    checkedAt: row?.checked_at?.toISOString() ?? null,
    offAfter: row?.wrong_since ? new Date(row.wrong_since.getTime() + WRONG_DAYS * DAY_MS).toISOString() : null,
    offAt: row?.off_at?.toISOString() ?? null,
  }
}

function recordsOf({ host, token }: DomainRow, { target, subdomainBase }: Domain['offered']): Domain['records'] {
  if (target === null || (subdomainBase !== null && host.endsWith(`.${subdomainBase}`))) return []
  return [
    { type: 'CNAME', name: host, value: target },
    { type: 'TXT', name: proofName(host), value: proofValue(token) },
  ]
}
