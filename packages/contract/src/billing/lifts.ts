/**
 * Which plan lifts a limit. Everything that says no because of the plan leads to that one plan: this is the only rule
 * for it, and it reads nothing but the table of plans.
 */
import type { ProblemCode, ProblemFacts } from '../core/problems.ts'
import { DEFAULT_EXPIRY_SECONDS, expiryOptions } from '../transfers/expiry.ts'
import {
  ANON_FREE_SENDS,
  dailyMails,
  hostLimit,
  isAnonymous,
  isUnpaid,
  type Plan,
  plans,
  type Role,
  soldRoles,
} from './plans.ts'

/** What a higher plan may lift. The sizes are in bytes, 'expiry' in seconds, the others are numbers. */
export const planLimits = [
  'size',
  'storage',
  /** A visitor's free sends, and then the transfers of a month. */
  'sends',
  'transfers',
  'requests',
  'recipients',
  'files',
  'seats',
  'mails',
  'expiry',
  /** Sending as a link: 1 is needed. */
  'links',
  /** Links inside messages and names: 1 is needed. */
  'message-links',
  /** Pages and mails without 'Sent with Waybill': 1 is needed. */
  'no-mark',
  /** A company's own name, logo and colour: 1 is needed. */
  'branding',
  /** Custom hosts. */
  'hosts',
  /** Signing in through the company's own provider: 1 is needed. */
  'sso',
  /** Mails from a domain of one's own: 1 is needed. */
  'mail-domain',
] as const
export type PlanLimit = (typeof planLimits)[number]

/** What somebody needs of a limit. */
export interface Wanted {
  limit: PlanLimit
  need: number
}

const columns = {
  size: 'uploadLimitBytes',
  storage: 'storageBytes',
  transfers: 'monthlyTransfers',
  requests: 'monthlyRequests',
  recipients: 'recipientLimit',
  files: 'fileLimit',
  seats: 'seatLimit',
} as const satisfies Partial<Record<PlanLimit, keyof Plan>>

const LONGEST_EXPIRY_SECONDS = Math.max(...expiryOptions.map(({ seconds }) => seconds))

/** The most that a paying account of the role may have; null is unlimited. */
export function limitOf(limit: PlanLimit, role: Role): number | null {
  switch (limit) {
    case 'sends':
      return isAnonymous(role) ? ANON_FREE_SENDS : plans[role].monthlyTransfers
    case 'mails':
      return dailyMails({ role, subscription: 'active', isNew: false })
    case 'expiry':
      return isUnpaid(role) ? DEFAULT_EXPIRY_SECONDS : LONGEST_EXPIRY_SECONDS
    case 'links':
      return isAnonymous(role) ? 0 : 1
    case 'message-links':
      return isUnpaid(role) ? 0 : 1
    case 'no-mark':
      return ['removable', 'own'].includes(plans[role].branding) ? 1 : 0
    case 'branding':
      return plans[role].branding === 'own' ? 1 : 0
    case 'mail-domain':
      return plans[role].emailDomain ? 1 : 0
    case 'hosts':
      return hostLimit(role)
    case 'sso':
      return plans[role].branding === 'own' ? 1 : 0
    default:
      return plans[role][columns[limit]]
  }
}

/** Whether the role allows what is needed of a limit. */
export function isWithin(limit: PlanLimit, role: Role, need: number): boolean {
  const most = limitOf(limit, role)
  return most === null || most >= need
}

/** The plans that anybody can have, cheapest first. */
export type OpenRole = 'free' | (typeof soldRoles)[number]
const openRoles: readonly OpenRole[] = ['free', ...soldRoles]

/**
 * The cheapest plan on the price list that allows what is needed of a limit, above what `role` allows; null where none
 * does, and where `role` allows it already. Only a visitor gains anything by the free plan.
 */
export function planThatLifts(limit: PlanLimit, role: Role, need: number): OpenRole | null {
  if (isWithin(limit, role, need)) return null
  return openRoles.find((open) => isWithin(limit, open, need)) ?? null
}

/** What was needed where a problem refused it; null for problems that no plan helps against. */
export function wantedBy(code: ProblemCode, facts: ProblemFacts): Wanted | null {
  const more = Number(facts.limit) + 1
  switch (code) {
    case 'over-transfer-limit':
      return { limit: 'size', need: Number(facts.limitBytes) + Number(facts.excessBytes) }
    case 'storage-full':
      return facts.limitBytes === undefined ? null : { limit: 'storage', need: Number(facts.limitBytes) + 1 }
    case 'free-sends-used':
      return { limit: 'sends', need: ANON_FREE_SENDS + 1 }
    case 'month-full':
      return { limit: 'transfers', need: more }
    case 'request-month-full':
      return { limit: 'requests', need: more }
    case 'too-many-recipients':
      return { limit: 'recipients', need: Number(facts.count ?? more) }
    case 'too-many-files':
      return { limit: 'files', need: Number(facts.count ?? more) }
    case 'expiry-reserved':
      return { limit: 'expiry', need: DEFAULT_EXPIRY_SECONDS + 1 }
    case 'links-reserved':
      return { limit: 'links', need: 1 }
    case 'message-holds-link':
      return { limit: 'message-links', need: 1 }
    case 'branding-reserved':
      return { limit: facts.limit === 'no-mark' ? 'no-mark' : 'branding', need: 1 }
    case 'mail-domain-reserved':
      return { limit: 'mail-domain', need: 1 }
    case 'hosts-reserved':
      return { limit: 'hosts', need: 1 }
    case 'sso-reserved':
      return { limit: 'sso', need: 1 }
    case 'too-many-mails':
      return facts.because === 'day' ? { limit: 'mails', need: more } : null
    default:
      return null
  }
}

/** The wish of an address; null where it names none. */
export function readWanted({ limit, need }: { limit?: string; need?: string }): Wanted | null {
  const known = planLimits.find((one) => one === limit)
  const amount = /^\d{1,15}$/.test(need ?? '') ? Number(need) : 0
  return known === undefined || amount === 0 ? null : { limit: known, need: amount }
}

/** The same as an address has it. */
export const wantedSearch = ({ limit, need }: Wanted): { limit: string; need: string } => ({
  limit,
  need: String(Math.ceil(need)),
})
