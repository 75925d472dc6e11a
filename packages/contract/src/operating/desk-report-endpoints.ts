import { z } from 'zod'
import { reportDecisions, reportReasons } from '../abuse/reports.ts'
import { endpoint } from '../core/endpoint.ts'
import { bytes, id, instant, label, slug, text } from '../core/fields.ts'
import { deskProblems } from './desk-endpoints.ts'
import { reportStates } from './desk-states.ts'

const count = z.int().min(0)

const reported = z.object({
  slug: z.string(),
  sender: z.object({
    address: z.string(),
    name: z.string().nullable(),
    isProven: z.boolean(),
    accountId: id.nullable(),
  }),
  fileCount: count,
  bytes,
  sentAt: instant,
  isBlocked: z.boolean(),
  /** `by`: an account's id, or 'command line'. Null: nobody has decided yet. */
  decided: z.object({ decision: z.enum(reportDecisions), by: z.string(), at: instant, note: z.string() }).nullable(),
  reportCount: count,
  /** The newest 20. Addresses are not proven. */
  reports: z.array(
    z.object({ id, reason: z.enum(reportReasons), text: z.string(), address: z.string().nullable(), at: z.string() }),
  ),
  lastAt: instant,
})
export type DeskReported = z.infer<typeof reported>

/** Those with the most reports first. */
export const listReported = endpoint('listReported', {
  summary: 'Transfers that people reported',
  auth: 'operator',
  query: z.strictObject({ state: z.enum(reportStates).default('open'), after: text(200).optional() }),
  reply: z.object({ reported: z.array(reported), next: z.string().nullable() }),
  problems: [...deskProblems, 'invalid-input'],
})

/**
 * As `report decide`: settles all reports of a transfer. `unread`: files whose content could not be blocked yet; decide
 * the same again a minute later. 'operator-account': an operator's account is not suspended here.
 */
export const decideReported = endpoint('decideReported', {
  summary: 'Decide about a reported transfer',
  auth: 'operator',
  params: z.strictObject({ slug }),
  body: z.strictObject({ decision: z.enum(reportDecisions), note: label(500).default('') }),
  reply: z.object({ withdrawn: count, unread: count }),
  problems: [...deskProblems, 'invalid-input', 'operator-account'],
})
