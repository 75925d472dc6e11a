import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, instant, text } from '../core/fields.ts'
import { deskProblems } from './desk-endpoints.ts'
import { jobStates, mailStates, securityOutcomes } from './desk-states.ts'

const count = z.int().min(0)
const after = text(200).optional()

const deskJob = z.object({
  _id: id,
  /** Its kind. */
  task: z.string(),
  state: z.enum(jobStates),
  attempts: count,
  maxAttempts: count,
  createdAt: instant,
  /** The next start, or the last one of a job that nobody tries again. */
  runAt: instant,
  lastError: z.string(),
})
export type DeskJob = z.infer<typeof deskJob>

export const listJobs = endpoint('listJobs', {
  summary: 'Background jobs of a state, newest first',
  auth: 'operator',
  query: z.strictObject({ state: z.enum(jobStates), after }),
  reply: z.object({ jobs: z.array(deskJob), next: z.string().nullable() }),
  problems: [...deskProblems, 'invalid-input'],
})

/** Starts it at once, and counts its attempts from the beginning. False where it runs, or is done. */
export const retryJob = endpoint('retryJob', {
  summary: 'Try a background job again',
  auth: 'operator',
  params: z.strictObject({ job: id }),
  body: z.strictObject({}),
  reply: z.object({ isRetried: z.boolean() }),
  problems: deskProblems,
})

const deskMail = z.object({
  _id: id,
  template: z.string(),
  createdAt: instant,
  attempts: count,
  /** What the mail server said; '' where it said nothing. It may name the address. */
  lastError: z.string(),
  givenUpAt: instant.nullable(),
})
export type DeskMail = z.infer<typeof deskMail>

/** 'waiting': not sent yet; 'failed': given up, whose content is deleted. Newest first; no mail's content is shown. */
export const listMails = endpoint('listMails', {
  summary: 'Emails of a state, newest first',
  auth: 'operator',
  query: z.strictObject({ state: z.enum(mailStates), after }),
  reply: z.object({ mails: z.array(deskMail), next: z.string().nullable() }),
  problems: [...deskProblems, 'invalid-input'],
})

/** Offers a waiting email to the mail server at once. False where it is being sent, was sent, or was given up. */
export const retryMail = endpoint('retryMail', {
  summary: 'Try a waiting email again',
  auth: 'operator',
  params: z.strictObject({ mail: id }),
  body: z.strictObject({}),
  reply: z.object({ isRetried: z.boolean() }),
  problems: deskProblems,
})

const securityRow = z.object({
  _id: id,
  at: instant,
  lastAt: instant,
  event: z.string(),
  outcome: z.string(),
  /** How often within the minute. */
  count: z.number(),
  accountId: z.string().nullable(),
  address: z.string().nullable(),
  network: z.string().nullable(),
  facts: z.record(z.string(), z.unknown()),
})
export type DeskSecurityRow = z.infer<typeof securityRow>

/** Newest first. `q`: an account's id or an address, whole. */
export const readSecurityLog = endpoint('readSecurityLog', {
  summary: 'The security log',
  auth: 'operator',
  query: z.strictObject({
    q: text(320).optional(),
    event: text(64).optional(),
    outcome: z.enum(securityOutcomes).optional(),
    after,
  }),
  reply: z.object({ rows: z.array(securityRow), next: z.string().nullable(), events: z.array(z.string()) }),
  problems: [...deskProblems, 'invalid-input'],
})
