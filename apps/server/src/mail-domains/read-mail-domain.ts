import { plans, type Role } from '@waybill/contract/billing/plans'
import {
  MAIL_KEY_DAYS,
  MAIL_WRONG_DAYS,
  type MailDomain,
  type MailDomainStatus,
  type MailDomainTest,
  mailDomainFound,
} from '@waybill/contract/mail-domains/endpoints'
import type { Context } from '../context.ts'
import type { Config } from '../platform/config/config.ts'
import { readOutcome } from '../platform/mail-transport/index.ts'
import { publishedName, selectorName, selectorOf } from './key-names.ts'
import type { Slot } from './mail-domain-state.ts'
import { findCurrent, type MailDomainRow } from './mail-domain-store.ts'
import { listKeys, type MailKey } from './mail-key-store.ts'

const DAY_MS = 86_400_000
const slots: readonly Slot[] = [1, 2]

export const statusOf = (status: MailDomainRow['status']): MailDomainStatus =>
  status === 'verified' ? 'Verified' : status === 'failed' ? 'Failed' : 'Pending'

/** The domain of the return address. */
export const returnDomainOf = ({ inbound, mail }: Pick<Config, 'inbound' | 'mail'>): string =>
  inbound?.bounceDomain ?? mail.from.replace(/^.*@/, '').replace(/>$/, '').toLowerCase()

/** The workspace's email domain as its admin sees it. */
export async function readMailDomain(
  { db, config }: Pick<Context, 'db' | 'config'>,
  { workspaceId, role }: { workspaceId: string; role: Role },
): Promise<{ mailDomain: MailDomain }> {
  const row = await findCurrent(db, workspaceId)
  const keys = row === null ? [] : await listKeys(db, row.id)
  const test = row?.test_mail_id ? await readTest({ db, config }, row.test_mail_id) : null
  return {
    mailDomain: {
      isOffered: config.mailKeyBase !== null,
      isInPlan: plans[role].emailDomain,
      ID: row?.id ?? null,
      DKIMUpdateStatus: row === null ? null : statusOf(row.status),
      domain: row?.domain ?? null,
      records: row === null ? [] : recordsOf(row, config),
      found: mailDomainFound
        .nullable()
        .catch(null)
        .parse(row?.found ?? null),
      ...timesOf(row),
      trouble: row?.trouble ?? null,
      key: presentKey(keys.find(({ state }) => state === 'active')),
      returnsTo: returnDomainOf(config),
      test,
    },
  }
}

function timesOf(row: MailDomainRow | null): Pick<MailDomain, 'checkedAt' | 'failsAfter' | 'failedAt'> {
  const wrongSince = row?.wrong_since ?? null
  return {
    checkedAt: row?.checked_at?.toISOString() ?? null,
    failsAfter: wrongSince && new Date(wrongSince.getTime() + MAIL_WRONG_DAYS * DAY_MS).toISOString(),
    failedAt: row?.failed_at?.toISOString() ?? null,
  }
}

function recordsOf({ domain, token }: MailDomainRow, { mailKeyBase: base }: Pick<Config, 'mailKeyBase'>) {
  if (base === null) return []
  return slots.map((slot) => ({
    type: 'CNAME' as const,
    name: selectorName(domain, slot),
    value: publishedName(token, slot, base),
  }))
}

const presentKey = (key: MailKey | undefined): MailDomain['key'] =>
  key === undefined
    ? null
    : {
        selector: selectorOf(key.slot),
        since: key.since.toISOString(),
        renewedAfter: new Date(key.since.getTime() + MAIL_KEY_DAYS * DAY_MS).toISOString(),
      }

async function readTest(
  { db, config }: Pick<Context, 'db' | 'config'>,
  mailId: string,
): Promise<MailDomainTest | null> {
  const done = config.mail.transport.kind === 'smtp' ? 'accepted' : 'kept'
  const row = await readOutcome(db, mailId)
  if (row === null) return null
  return {
    at: row.created_at.toISOString(),
    state: row.accepted_at !== null ? done : row.given_up_at !== null ? 'refused' : 'waiting',
    signedFor: row.signed_for,
    unsignedBecause: row.unsigned_because,
  }
}
