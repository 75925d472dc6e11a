import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { instant, text } from '../core/fields.ts'

/** How long wrong answers take to turn a host off, in days. */
export const WRONG_DAYS = 3
/** How long nobody else can have a host that was in use, in days. */
export const QUARANTINE_DAYS = 30

export const domainStatuses = ['none', 'pending', 'verified', 'failing'] as const
export type DomainStatus = (typeof domainStatuses)[number]

/** Which host links and emails use: this server's own, or the workspace's. */
export const customDomainOptions = ['standard', 'custom'] as const

/** What one record says. 'unknown': the name servers gave no clear answer, which changes nothing. */
export const recordVerdict = z.object({
  kind: z.enum(['right', 'wrong', 'unknown']),
  /** Why it is wrong: there is no record, it says something else, or its chain of names comes back to itself. */
  because: z.enum(['missing', 'elsewhere', 'loop']).nullable(),
  /** What it says instead, where that can be shown. */
  found: z.array(z.string()),
})
export type RecordVerdict = z.infer<typeof recordVerdict>

export const domainFound = z.object({ pointing: recordVerdict, proof: recordVerdict })
export type DomainFound = z.infer<typeof domainFound>

export const domain = z.object({
  /** What this server offers; both null: no custom hosts. */
  offered: z.object({
    /** What a host must point to. */
    target: z.string().nullable(),
    /** A bare word means a name directly under it. */
    subdomainBase: z.string().nullable(),
  }),
  isInPlan: z.boolean(),
  domain_status: z.enum(domainStatuses),
  /** The whole host name; null where there is none. */
  typedDomain: z.string().nullable(),
  /** 'custom': links and emails use the host while it is verified. 'standard' where there is none. */
  customDomainOption: z.enum(customDomainOptions),
  /** The records to set; none for a subdomain of ours. */
  records: z.array(z.object({ type: z.enum(['CNAME', 'TXT']), name: z.string(), value: z.string() })),
  found: domainFound.nullable(),
  checkedAt: instant.nullable(),
  /** When a failing host is turned off, unless its records are right again before. */
  offAfter: instant.nullable(),
  /** When wrong records turned it off. */
  offAt: instant.nullable(),
})
export type Domain = z.infer<typeof domain>

const reply = z.object({ domain })
const adminProblems = ['unauthenticated', 'admin-only'] as const

export const readDomain = endpoint('readDomain', {
  summary: 'The custom host of the workspace, and the records that it needs',
  auth: 'session',
  isAdminOnly: true,
  reply,
  problems: [...adminProblems],
})

/**
 * In place of the host before, which stays the workspace's for 30 days if it was in use. A new host is chosen for links
 * unless the option says otherwise; the current host again changes only the option that is given.
 */
export const claimDomain = endpoint('claimDomain', {
  summary: 'Name a custom host',
  auth: 'session',
  isAdminOnly: true,
  body: z.strictObject({ typedDomain: text(300), customDomainOption: z.enum(customDomainOptions).optional() }),
  reply,
  problems: [
    ...adminProblems,
    'account-suspended',
    'subscription-due',
    'hosts-reserved',
    'hosts-not-offered',
    'host-refused',
    'host-taken',
    'too-many-requests',
  ],
})

/** Asks the name servers now. */
export const checkDomain = endpoint('checkDomain', {
  summary: 'Check the records of the custom host',
  auth: 'session',
  isAdminOnly: true,
  reply,
  problems: [...adminProblems, 'domain-not-found', 'hosts-reserved', 'host-taken', 'too-many-requests'],
})

export const releaseDomain = endpoint('releaseDomain', {
  summary: 'Give the custom host up',
  auth: 'session',
  isAdminOnly: true,
  reply,
  problems: [...adminProblems, 'domain-not-found'],
})
