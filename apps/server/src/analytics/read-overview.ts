import type { AttentionItem, AttentionKind, readOverview as endpoint, RecentEntry } from '@waybill/contract/analytics'
import type { ReplyOf } from '@waybill/contract/endpoint'
import type { Context } from '../context.ts'
import { hasTransfers, listWaiting, type Waiting } from './attention-store.ts'
import { countSubjects } from './counts-store.ts'
import { type LateRequest, listLateRequests } from './late-store.ts'
import { countryOf, countsOf } from './read-analytics.ts'
import { listRecent, type RecentRow } from './recent-store.ts'
import { quarterOf } from './wall-clock.ts'

const KINDS: readonly AttentionKind[] = ['bounced', 'stalled', 'expiring', 'unseen']
const PEOPLE = 5
const REQUESTS = 5
const RECENT = 8
const EVERY_COUNTRY = 300
const QUARTERS_SHOWN = 30 * 96

/** What needs the account's attention, worst first; where its files went of late; what happened last. */
export async function readOverview(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  accountId: string,
): Promise<ReplyOf<typeof endpoint>> {
  const now = quarterOf(new Date(clock.nowMs()))
  const lately = { accountId, from: now - QUARTERS_SHOWN, to: now + 1, now }
  const [hasSent, attention, late, countries, recent] = await Promise.all([
    hasTransfers(db, accountId),
    Promise.all(KINDS.map(async (kind) => ({ kind, waiting: await listWaiting(db, accountId, kind, PEOPLE) }))),
    listLateRequests(db, accountId, REQUESTS),
    countSubjects(db, lately, 'country', EVERY_COUNTRY),
    listRecent(db, accountId, RECENT),
  ])
  return {
    hasSent,
    attention: attention.map(({ kind, waiting }) => ({
      kind,
      count: waiting[0]?.count ?? 0,
      people: waiting.map(presentWaiting),
    })),
    lateRequests: late.map(presentLate),
    countries: countries.map(({ subject, ...row }) => ({ country: countryOf(subject), ...countsOf(row) })),
    recent: recent.map(presentRecent),
  }
}

const presentWaiting = ({ transferId, slug, path, address, sentAt, expiresAt }: Waiting): AttentionItem => ({
  transfer: transferId,
  slug,
  fileName: path.split('/').at(-1) ?? '',
  email: address,
  sentAt: sentAt.toISOString(),
  expiresAt: expiresAt?.toISOString() ?? null,
})

const presentLate = ({ id, since, ...late }: LateRequest) => ({ request: id, since: since.toISOString(), ...late })

const presentRecent = ({ id, kind, at, slug, address, path, country, city, timeZone }: RecentRow): RecentEntry => ({
  _id: id,
  kind,
  at: at.toISOString(),
  slug,
  email: address,
  fileName: path?.split('/').at(-1) ?? null,
  country,
  city,
  timeZone,
})
