import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, instant, slug, text } from '../core/fields.ts'
import { periodDays } from './analytics-periods.ts'
import { evidenceKinds } from './evidence.ts'

/** What is counted, of people alone: a machine's doings count for nobody. */
const counts = {
  /** Files that somebody has whole: each once for each recipient. */
  downloads: z.int(),
  /** Whole downloads of what its recipient had already. */
  repeats: z.int(),
  /**
   * Pages shown: one recipient's from one device once in half an hour; by a link for anybody, from each network
   * address.
   */
  openings: z.int(),
}

/** ISO 3166-1; null: the place is unknown. */
const country = z.string().nullable()
const countryCount = z.object({ country, ...counts })
export type CountryCount = z.infer<typeof countryCount>

const attentionKinds = ['unseen', 'expiring', 'stalled', 'bounced'] as const
export type AttentionKind = (typeof attentionKinds)[number]

/** One person who waits for something to be done. */
const attentionItem = z.object({
  transfer: id,
  slug,
  /** The first file's. */
  fileName: z.string(),
  /** Null: whoever holds the link. */
  email: z.string().nullable(),
  sentAt: instant,
  expiresAt: instant.nullable(),
})
export type AttentionItem = z.infer<typeof attentionItem>

const recentEntry = z.object({
  _id: id,
  kind: z.string(),
  at: instant,
  slug,
  email: z.string().nullable(),
  fileName: z.string().nullable(),
  /** Files that somebody got one after the other, of which this is the last. */
  fileCount: z.int(),
  /** Of what is finished: on what it rests, by the entry. */
  evidence: z.enum(evidenceKinds).nullable(),
  country,
  city: z.string().nullable(),
  /** IANA zone of the place. */
  timeZone: z.string().nullable(),
})
export type RecentEntry = z.infer<typeof recentEntry>

/** A request whose deadline some have let pass. */
const lateRequest = z.object({
  request: id,
  slug,
  title: z.string(),
  late: z.int(),
  /** Of so many in all. */
  suppliers: z.int(),
  /** The first of their deadlines. */
  since: instant,
})
export type LateRequest = z.infer<typeof lateRequest>

/** `count` is exact up to 100; 101 says there are more. The longest waiting come first. */
export const readOverview = endpoint('readOverview', {
  summary: 'What needs attention, where, and what happened last',
  auth: 'session',
  reply: z.object({
    hasSent: z.boolean(),
    attention: z.array(
      z.object({ kind: z.enum(attentionKinds), count: z.int(), people: z.array(attentionItem).max(5) }),
    ),
    /** Open ones; the longest late come first. */
    lateRequests: z.array(lateRequest).max(5),
    /** Of the last 30 days, as `readAnalytics` counts them. */
    countries: z.array(countryCount),
    recent: z.array(recentEntry),
  }),
  problems: ['unauthenticated'],
})

const day = z.iso.date()

/**
 * Days are the account's own, the last one included: `days` up to today, or `from` to `to`. `each` is what a bar stands
 * for. `contact` is an address, '' whoever holds a link; `country` 'ZZ' where the place is unknown.
 */
const asked = {
  days: z.enum(periodDays).optional(),
  from: day.optional(),
  to: day.optional(),
  each: z.enum(['hour', 'day', 'week']).optional(),
  contact: text(320).optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  file: id.optional(),
}
const contactCount = z.object({
  /** '' whoever holds a link. */
  email: z.string(),
  ...counts,
  /** Mails with a link that the mail server took. */
  mails: z.int(),
  /** From a transfer's sending until they had all of it, of those sent in the period; null: none was. */
  medianSeconds: z.number().nullable(),
  /** The hour of their own day in which they open and fetch most; null: never seen where the zone is known. */
  bestHour: z.int().nullable(),
})
export type ContactCount = z.infer<typeof contactCount>

/** Lists hold their 20 first; the count beside says how many there are. */
export const readAnalytics = endpoint('readAnalytics', {
  summary: 'Who fetched what, when and where',
  auth: 'session',
  query: z.strictObject(asked),
  reply: z.object({
    from: z.string(),
    to: z.string(),
    /** IANA; the account's, 'UTC' where it has none. */
    timeZone: z.string(),
    each: z.enum(['hour', 'day', 'week']),
    totals: z.object(counts),
    /** `at`: when it begins; `local`: what the wall shows then, 'YYYY-MM-DDTHH:mm'. */
    times: z.array(z.object({ at: instant, local: z.string(), ...counts })),
    countries: z.array(countryCount),
    contacts: z.array(contactCount),
    contactCount: z.int(),
    files: z.array(z.object({ _id: id, fileName: z.string().nullable(), slug: slug.nullable(), ...counts })),
    fileCount: z.int(),
    /** Mailed in the period, and nothing fetched in it; empty where a country or a file is asked for. */
    neverFetched: z.array(z.object({ email: z.string(), mails: z.int(), openings: z.int() })),
    neverFetchedCount: z.int(),
    /** The name of the file that is asked for; null: none is, or it is not the account's. */
    fileName: z.string().nullable(),
  }),
  problems: ['unauthenticated', 'invalid-input'],
})

export const analyticsTables = ['times', 'countries', 'contacts', 'files', 'never-fetched'] as const
export type AnalyticsTable = (typeof analyticsTables)[number]

/** One table, whole, as CSV (UTF-8 with a byte order mark); cells cannot become formulas. */
export const exportAnalytics = endpoint('exportAnalytics', {
  summary: 'A table of the analytics as CSV',
  auth: 'session',
  query: z.strictObject({ ...asked, table: z.enum(analyticsTables) }),
  problems: ['unauthenticated', 'invalid-input', 'too-many-requests'],
})
