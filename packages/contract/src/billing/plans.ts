/**
 * What each role may do and what it costs: the specification's section 9, the one place for these figures. Every check
 * and every figure on a page reads this table. 1 GB = 10⁹ bytes, 1 TB = 10¹².
 */
const GB = 1e9
const TB = 1e12

export const roles = [
  'undefined',
  'anon',
  'free',
  'personal',
  'pro',
  'business',
  'businessplus',
  'businesselite',
  'team',
  'teamplus',
  'teamelite',
] as const

/** `undefined` is the web client before it knows the account; to the server every visitor is `anon`. */
export type Role = (typeof roles)[number]

/** Roles that are for sale, cheapest first. */
export const soldRoles = ['personal', 'pro', 'business'] as const satisfies readonly Role[]
export type SoldRole = (typeof soldRoles)[number]

/** What a payment pays for: one month or one year. */
export const periods = ['monthly', 'yearly'] as const
export type Period = (typeof periods)[number]

export interface Plan {
  uploadLimitBytes: number
  storageBytes: number
  recipientLimit: number
  fileLimit: number
  /** Members of a team, without the admin. */
  seatLimit: number
  /** Per UTC month; null is unlimited. */
  monthlyTransfers: number | null
  monthlyRequests: number | null
  /** US$; null is not sold. */
  monthlyPriceUsd: number | null
  yearlyPriceUsd: number | null
  /** May send from its own email domain. */
  emailDomain: boolean
  /** How its pages and mails name us. */
  branding: PlanBranding
}

/**
 * 'ours': our mark and 'Sent with Waybill'; 'line': that line alone; 'removable': the line can be switched off; 'own':
 * and the company's name, logo, colour, welcome and background take our mark's place.
 */
export type PlanBranding = 'ours' | 'line' | 'removable' | 'own'

/** Sends of an anonymous visitor, for ever, per proven address and per device. */
export const ANON_FREE_SENDS = 3
/** Anonymous sends per IPv4 /24 or IPv6 /64 and day. */
export const NETWORK_SENDS_PER_DAY = 30
/** Mails of an account in its first week, per UTC day, until it pays: a spammer gives up before the limit rises. */
export const NEW_ACCOUNT_MAILS_PER_DAY = 50
/** Mails of a sender in a UTC day, for each recipient that a transfer of its role may have. */
const MAILS_PER_RECIPIENT = { unpaid: 10, paying: 20 }

/** Mails to one mailbox within any 60 minutes and any 24 hours. */
export interface MailPace {
  perHour: number
  perDay: number
}
/** Mails from one sender to one mailbox, all kinds together. */
export const mailPace: Readonly<Record<'unpaid' | 'paying', MailPace>> = {
  unpaid: { perHour: 3, perDay: 6 },
  paying: { perHour: 10, perDay: 30 },
}
/** Mails from all unpaid senders of one network (IPv4 /24 or IPv6 /64) to one mailbox together. */
export const networkPace: Readonly<MailPace> = mailPace.paying

type Limits = [uploadBytes: number, storageBytes: number, recipients: number, files: number, seats: number]
type Months = [transfers: number | null, requests: number | null]
type Prices = [monthlyUsd: number | null, yearlyUsd: number | null]

const unlimited: Months = [null, null]
const notSold: Prices = [null, null]

interface Extras {
  emailDomain?: boolean
  branding?: PlanBranding
}
const ofCompanies: Extras = { emailDomain: true, branding: 'own' }

function plan(limits: Limits, months: Months = unlimited, prices: Prices = notSold, extras: Extras = {}): Plan {
  const [uploadLimitBytes, storageBytes, recipientLimit, fileLimit, seatLimit] = limits
  const [monthlyTransfers, monthlyRequests] = months
  const [monthlyPriceUsd, yearlyPriceUsd] = prices
  return {
    uploadLimitBytes,
    storageBytes,
    recipientLimit,
    fileLimit,
    seatLimit,
    monthlyTransfers,
    monthlyRequests,
    monthlyPriceUsd,
    yearlyPriceUsd,
    emailDomain: extras.emailDomain ?? false,
    branding: extras.branding ?? 'ours',
  }
}

export const plans: Readonly<Record<Role, Readonly<Plan>>> = {
  undefined: plan([3 * GB, 5 * GB, 6, 100, 0]),
  anon: plan([3 * GB, 5 * GB, 6, 50, 0]),
  free: plan([3 * GB, 10 * GB, 6, 50, 0], [10, 10], [0, 0]),
  personal: plan([10 * GB, 50 * GB, 21, 50, 1], [30, 30], [12, 108], { branding: 'line' }),
  pro: plan([25 * GB, 200 * GB, 50, 250, 2], unlimited, [29, 228], { branding: 'removable' }),
  business: plan([100 * GB, TB, 100, 1500, 5], unlimited, [69, 588], ofCompanies),
  businessplus: plan([100 * GB, TB, 150, 1500, 10], unlimited, notSold, ofCompanies),
  businesselite: plan([150 * GB, 1.5 * TB, 200, 1500, 20], unlimited, notSold, ofCompanies),
  team: plan([200 * GB, 2 * TB, 250, 1500, 25], unlimited, notSold, ofCompanies),
  teamplus: plan([250 * GB, 2.5 * TB, 300, 1500, 30], unlimited, notSold, ofCompanies),
  teamelite: plan([250 * GB, 3 * TB, 300, 1500, 50], unlimited, notSold, ofCompanies),
}

/** Host names of its own under which a workspace's links answer: one, from Business on. */
export const hostLimit = (role: Role): number => (roles.indexOf(role) >= roles.indexOf('business') ? 1 : 0)

/** How long members above the seats of a lowered plan may still send, in days. */
export const OVER_SEATS_DAYS = 14

/** The share of an account's storage that uploads through its open links may reserve, all of them together. */
export function linkShareBytes(role: Role): number {
  return Math.max(GB, plans[role].storageBytes / 10)
}

/** What so many codes of the lifetime deal give, from the first code on. */
const lifetimeRoles = [
  'personal',
  'pro',
  'business',
  'business',
  'businessplus',
  'businessplus',
  'businesselite',
  'businesselite',
] as const satisfies readonly Role[]

/** Lifetime codes that a workspace can hold. */
export const MAX_LIFETIME_CODES = lifetimeRoles.length

/** The role that so many lifetime codes give; null for none. */
export function lifetimeRole(codes: number): Role | null {
  return lifetimeRoles[Math.min(codes, MAX_LIFETIME_CODES) - 1] ?? null
}

/** Whether one role stands above another, by the order of `roles`. */
export function isHigherRole(role: Role, than: Role): boolean {
  return roles.indexOf(role) > roles.indexOf(than)
}

/** Nobody is signed in. */
export function isAnonymous(role: Role): boolean {
  return role === 'anon' || role === 'undefined'
}

/**
 * Roles that pay nothing: anonymous visitors and the free plan. Longer expiries and links in messages are closed to
 * them.
 */
export function isUnpaid(role: Role): boolean {
  return role === 'free' || isAnonymous(role)
}

interface Paying {
  role: Role
  subscription: 'trialing' | 'active' | 'past_due' | 'unpaid'
}

/** Whether the account has paid for its plan: false while it is free, on trial or in debt. */
export function isPaying({ role, subscription }: Paying): boolean {
  return !isUnpaid(role) && subscription === 'active'
}

/** How many mails an account may send on one UTC day; a visitor's role is 'anon', which never pays. */
export function dailyMails({ isNew, ...paying }: Paying & { isNew: boolean }): number {
  const { recipientLimit } = plans[paying.role]
  if (isPaying(paying)) return MAILS_PER_RECIPIENT.paying * recipientLimit
  const most = MAILS_PER_RECIPIENT.unpaid * recipientLimit
  return isNew ? Math.min(NEW_ACCOUNT_MAILS_PER_DAY, most) : most
}

/** The yearly price per month, in US$; null where the role is not sold. */
export function yearlyPerMonthUsd(role: Role): number | null {
  const { yearlyPriceUsd } = plans[role]
  return yearlyPriceUsd === null ? null : yearlyPriceUsd / 12
}

/** What a year saves compared with twelve single months, in US$; null where the role is not sold. */
export function yearlySavingUsd(role: Role): number | null {
  const { monthlyPriceUsd, yearlyPriceUsd } = plans[role]
  return monthlyPriceUsd === null || yearlyPriceUsd === null ? null : 12 * monthlyPriceUsd - yearlyPriceUsd
}
