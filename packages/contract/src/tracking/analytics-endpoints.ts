import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, instant, slug, text } from '../core/fields.ts'
import { periodDays } from './analytics-periods.ts'
import { evidenceKinds } from './evidence.ts'

/** What analytics count, for people alone: a bot's events do not count. */
const counts = {
  /** Files that a recipient has completely: each once per recipient. */
  downloads: z.int(),
  /** Complete downloads of files that the recipient already had. */
  repeats: z.int(),
  /** Pages shown: one per recipient and device in half an hour; for a public link, one per network address. */
  openings: z.int(),
}

/** ISO 3166-1; null: the location is unknown. */
const country = z.string().nullable()
const countryCount = z.object({ country, ...counts })
export type CountryCount = z.infer<typeof countryCount>

const attentionKinds = ['unseen', 'expiring', 'stalled', 'bounced'] as const
export type AttentionKind = (typeof attentionKinds)[number]

/** A person who has something left to do. */
const attentionItem = z.object({
  transfer: id,
  slug,
  /** Null: its sender gave it none. */
  title: z.string().nullable(),
  /** Of the first file. */
  fileName: z.string(),
  /** Null: any holder of the link. */
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
  /** Files that a person got one after the other; this entry is the last of them. */
  fileCount: z.int(),
  /** For a finished file: its evidence, from the entry. */
  evidence: z.enum(evidenceKinds).nullable(),
  country,
  city: z.string().nullable(),
  /** IANA zone of the location. */
  timeZone: z.string().nullable(),
})
export type RecentEntry = z.infer<typeof recentEntry>

/** A request with suppliers past their deadline. */
const lateRequest = z.object({
  request: id,
  slug,
  title: z.string(),
  late: z.int(),
  /** Of this many in all. */
  suppliers: z.int(),
  /** The earliest of their deadlines. */
  since: instant,
})
export type LateRequest = z.infer<typeof lateRequest>

/** `count` is exact up to 100; 101 says that there are more. Those who have waited longest come first. */
export const readOverview = endpoint('readOverview', {
  summary: 'What needs attention, where, and what happened last',
  keyScope: 'read',
  auth: 'session',
  reply: z.object({
    hasSent: z.boolean(),
    /** Somebody has opened a transfer: a recipient, or the account itself. */
    hasBeenOpened: z.boolean(),
    hasAsked: z.boolean(),
    attention: z.array(
      z.object({ kind: z.enum(attentionKinds), count: z.int(), people: z.array(attentionItem).max(5) }),
    ),
    /** Open requests; the longest overdue come first. */
    lateRequests: z.array(lateRequest).max(5),
    /** Of the last 30 days, as `readAnalytics` counts them. */
    countries: z.array(countryCount),
    recent: z.array(recentEntry),
  }),
  problems: ['unauthenticated'],
})

const day = z.iso.date()

/**
 * Days are the account's own, including the last one: `days` up to today, or `from` to `to`. `each` is the period of
 * one bar. `contact` is an address, '' any holder of a link; `country` 'ZZ' where the location is unknown. `member`: an
 * account of the team, or 'everyone', whose counts are added up; for the admin and managers. Absent: the caller's.
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
  member: text(64).optional(),
}
const contactCount = z.object({
  /** '' any holder of a link. */
  email: z.string(),
  ...counts,
  /** Mails with a link that the mail server accepted. */
  mails: z.int(),
  /** From sending a transfer until they had all of it, for transfers sent in the period; null: there were none. */
  medianSeconds: z.number().nullable(),
  /** The hour of their day in which they open and download most; null: none known in a known zone. */
  bestHour: z.int().nullable(),
})
export type ContactCount = z.infer<typeof contactCount>

/** Lists have their first 20; the count beside says how many there are. */
export const readAnalytics = endpoint('readAnalytics', {
  summary: 'Who fetched what, when and where',
  keyScope: 'read',
  auth: 'session',
  query: z.strictObject(asked),
  reply: z.object({
    from: z.string(),
    to: z.string(),
    /** IANA; the account's, 'UTC' where it has none. */
    timeZone: z.string(),
    each: z.enum(['hour', 'day', 'week']),
    totals: z.object(counts),
    /** `at`: when it begins; `local`: the clock's time then, 'YYYY-MM-DDTHH:mm'. */
    times: z.array(z.object({ at: instant, local: z.string(), ...counts })),
    countries: z.array(countryCount),
    contacts: z.array(contactCount),
    contactCount: z.int(),
    files: z.array(z.object({ _id: id, fileName: z.string().nullable(), slug: slug.nullable(), ...counts })),
    fileCount: z.int(),
    /** People mailed in the period who downloaded nothing in it; empty with a filter by country or file. */
    neverFetched: z.array(z.object({ email: z.string(), mails: z.int(), openings: z.int() })),
    neverFetchedCount: z.int(),
    /** The name of the filtered file; null: there is no filter, or the file is not the account's. */
    fileName: z.string().nullable(),
  }),
  problems: ['unauthenticated', 'invalid-input', 'not-yours', 'member-not-found'],
})

export const analyticsTables = ['times', 'countries', 'contacts', 'files', 'never-fetched'] as const
export type AnalyticsTable = (typeof analyticsTables)[number]

/** One table, whole, as CSV (UTF-8 with a byte order mark); cells cannot become formulas. */
export const exportAnalytics = endpoint('exportAnalytics', {
  summary: 'A table of the analytics as CSV',
  keyScope: 'read',
  auth: 'session',
  query: z.strictObject({ ...asked, table: z.enum(analyticsTables) }),
  problems: ['unauthenticated', 'invalid-input', 'not-yours', 'member-not-found', 'too-many-requests'],
})
