import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, instant, text } from '../core/fields.ts'
import { recordVerdict } from '../domains/endpoints.ts'

/** How long wrong answers take until a domain fails, in days. */
export const MAIL_WRONG_DAYS = 3
/** How long a key signs before another takes its place, in days. */
export const MAIL_KEY_DAYS = 180

export const mailDomainStatuses = ['Pending', 'Verified', 'Failed'] as const
export type MailDomainStatus = (typeof mailDomainStatuses)[number]

/** Why mails leave from this server's own address although a domain was verified. */
export const mailDomainTroubles = ['records', 'key', 'refused', 'moved'] as const
export type MailDomainTrouble = (typeof mailDomainTroubles)[number]

/** The record of who may send in the name of the domain to which mails return; receivers judge mails by it. */
export const spfFound = z.object({
  /** The domain of the return address, which is this server's. */
  domain: z.string(),
  kind: z.enum(['found', 'missing', 'several', 'unknown']),
  record: z.string().nullable(),
})
export type SpfFound = z.infer<typeof spfFound>

/** What the domain asks receivers to do with mails that nothing proves. */
export const dmarcFound = z.object({
  kind: z.enum(['found', 'missing', 'broken', 'unknown']),
  /** Where the record is: at the domain itself, or above it. */
  domain: z.string().nullable(),
  policy: z.enum(['none', 'quarantine', 'reject']).nullable(),
  record: z.string().nullable(),
})
export type DmarcFound = z.infer<typeof dmarcFound>

export const mailDomainFound = z.object({
  /** The customer's half: the two records, by selector. */
  pointing: z.tuple([recordVerdict, recordVerdict]),
  /** The operator's half: the key under this server's own name. */
  published: recordVerdict,
  /** The key as receivers find it: from the domain's selector on. */
  key: recordVerdict,
  spf: spfFound,
  dmarc: dmarcFound,
})
export type MailDomainFound = z.infer<typeof mailDomainFound>

/** What became of the newest test mail: what this server knows, not what the receiver judged. */
export const mailDomainTest = z.object({
  at: instant,
  /** 'kept': this server has no mail server, so nothing is signed. */
  state: z.enum(['waiting', 'accepted', 'kept', 'refused']),
  /** The domain whose key signed it; null while it waits, and where it left from our address. */
  signedFor: z.string().nullable(),
  /** Why it left from our address. */
  unsignedBecause: z.enum(['plan', 'records', 'key', 'refused']).nullable(),
})
export type MailDomainTest = z.infer<typeof mailDomainTest>

export const mailDomain = z.object({
  /** Whether the operator has named where keys are published. */
  isOffered: z.boolean(),
  isInPlan: z.boolean(),
  ID: id.nullable(),
  DKIMUpdateStatus: z.enum(mailDomainStatuses).nullable(),
  domain: z.string().nullable(),
  /** The two records to set, in the order of `found.pointing`. */
  records: z.array(z.object({ type: z.literal('CNAME'), name: z.string(), value: z.string() })),
  found: mailDomainFound.nullable(),
  checkedAt: instant.nullable(),
  /** When it fails unless its records are right again before. */
  failsAfter: instant.nullable(),
  failedAt: instant.nullable(),
  trouble: z.enum(mailDomainTroubles).nullable(),
  /** The key that signs: by which selector, and when another takes its place. */
  key: z.object({ selector: z.string(), since: instant, renewedAfter: instant }).nullable(),
  /** Where mails come back to if they cannot be delivered. */
  returnsTo: z.string(),
  test: mailDomainTest.nullable(),
})
export type MailDomain = z.infer<typeof mailDomain>

const reply = z.object({ mailDomain })
const adminProblems = ['unauthenticated', 'admin-only'] as const

export const readMailDomain = endpoint('readMailDomain', {
  summary: 'The email domain of the workspace, and the records that it needs',
  auth: 'session',
  isAdminOnly: true,
  reply,
  problems: [...adminProblems],
})

/** In place of the domain before, which then signs nothing any more. */
export const claimMailDomain = endpoint('claimMailDomain', {
  summary: 'Name an email domain',
  auth: 'session',
  isAdminOnly: true,
  body: z.strictObject({ domain: text(300) }),
  reply,
  problems: [
    ...adminProblems,
    'account-suspended',
    'subscription-due',
    'mail-domain-reserved',
    'mail-domain-not-offered',
    'mail-domain-refused',
    'mail-domain-taken',
    'too-many-requests',
  ],
})

/** Asks the name servers now. */
export const checkMailDomain = endpoint('checkMailDomain', {
  summary: 'Check the records of the email domain',
  auth: 'session',
  isAdminOnly: true,
  reply,
  problems: [...adminProblems, 'mail-domain-not-found', 'mail-domain-reserved', 'too-many-requests'],
})

/** Mails one from the domain to the caller, as a recipient would get it. `mailDomain.test` says what became of it. */
export const testMailDomain = endpoint('testMailDomain', {
  summary: 'Mail a test from the email domain to oneself',
  auth: 'session',
  isAdminOnly: true,
  reply,
  problems: [
    ...adminProblems,
    'account-suspended',
    'mail-domain-not-found',
    'mail-domain-not-verified',
    'mail-domain-reserved',
    'too-many-requests',
  ],
})

/** Mails leave from this server's address from then on, also those that already wait. */
export const releaseMailDomain = endpoint('releaseMailDomain', {
  summary: 'Give the email domain up',
  auth: 'session',
  isAdminOnly: true,
  reply,
  problems: [...adminProblems, 'mail-domain-not-found'],
})
