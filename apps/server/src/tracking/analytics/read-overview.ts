import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type {
  AttentionItem,
  AttentionKind,
  readOverview as endpoint,
  RecentEntry,
} from '@waybill/contract/tracking/analytics-endpoints'
import type { Context } from '../../context.ts'
import type { ActorAccount } from '../../platform/http/actor.ts'
import { countOwnRequests, type LateRequest, listLateRequests } from '../../requests/index.ts'
import { hasTransfers } from '../../transfers/index.ts'
import { countSubjects } from '../ledger/index.ts'
import { hasBeenOpened, listRecent, listWaiting, type RecentRow, type Waiting } from './analytics-store.ts'
import { countryOf, countsOf, questionAbout } from './read-analytics.ts'

const KINDS: readonly AttentionKind[] = ['bounced', 'stalled', 'expiring', 'unseen']
const PEOPLE = 5
const REQUESTS = 5
const RECENT = 8
const EVERY_COUNTRY = 300
/** Exactly the days of the page behind a country: its numbers are those that were clicked. */
const LATELY = { days: '30' } as const

/** What needs the account's attention, worst first; where its files went recently; what happened last. */
export async function readOverview(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  account: Pick<ActorAccount, 'id' | 'timeZone'>,
): Promise<ReplyOf<typeof endpoint>> {
  const accountId = account.id
  const { query: lately } = questionAbout(
    { accountIds: [account.id], timeZone: account.timeZone },
    LATELY,
    clock.nowMs(),
  )
  const [hasSent, isOpened, requests, attention, late, countries, recent] = await Promise.all([
    hasTransfers(db, accountId),
    hasBeenOpened(db, accountId),
    countOwnRequests(db, accountId),
    Promise.all(KINDS.map(async (kind) => ({ kind, waiting: await listWaiting(db, accountId, kind, PEOPLE) }))),
    listLateRequests(db, accountId, REQUESTS),
    countSubjects(db, lately, 'country', EVERY_COUNTRY),
    listRecent(db, accountId, RECENT),
  ])
  return {
    hasSent,
    hasBeenOpened: isOpened,
    hasAsked: requests > 0,
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

const presentWaiting = ({ transferId, slug, title, path, address, sentAt, expiresAt }: Waiting): AttentionItem => ({
  transfer: transferId,
  slug,
  title,
  fileName: path.split('/').at(-1) ?? '',
  email: address,
  sentAt: sentAt.toISOString(),
  expiresAt: expiresAt?.toISOString() ?? null,
})

const presentLate = ({ id, since, ...late }: LateRequest) => ({ request: id, since: since.toISOString(), ...late })

const presentRecent = ({ id, kind, at, slug, address, path, ...row }: RecentRow): RecentEntry => ({
  _id: id,
  kind,
  at: at.toISOString(),
  slug,
  email: address,
  fileName: path?.split('/').at(-1) ?? null,
  fileCount: row.file_count,
  evidence: row.evidence,
  country: row.country,
  city: row.city,
  timeZone: row.timeZone,
})
