import { z } from 'zod'
import { LIFETIME_CODES_AT_ONCE } from '../billing/lifetime.ts'
import { endpoint } from '../core/endpoint.ts'
import { id, instant, label, text } from '../core/fields.ts'
import { deskProblems } from './desk-endpoints.ts'
import { lifetimeStates } from './desk-states.ts'

const madeCode = z.object({
  _id: id,
  /** Its last four symbols: the server keeps no code that can still be redeemed. */
  ending: z.string(),
  note: z.string(),
  madeAt: instant,
  redeemedAt: instant.nullable(),
  revokedAt: instant.nullable(),
  /** Of the admin of the workspace that has redeemed it; null where none has, or it was taken back. */
  email: z.string().nullable(),
})
export type DeskLifetimeCode = z.infer<typeof madeCode>

/** Newest first. */
export const listLifetimeAtDesk = endpoint('listLifetimeAtDesk', {
  summary: 'Codes of the lifetime deal of a state, newest first',
  auth: 'operator',
  query: z.strictObject({ state: z.enum(lifetimeStates).default('open'), after: text(200).optional() }),
  reply: z.object({ codes: z.array(madeCode), next: z.string().nullable() }),
  problems: [...deskProblems, 'invalid-input'],
})

/** As `lifetime make`. Only this answer holds the codes: a lost one is ended, and another is made. */
export const makeLifetimeAtDesk = endpoint('makeLifetimeAtDesk', {
  summary: 'Make codes of the lifetime deal',
  auth: 'operator',
  body: z.strictObject({ count: z.int().min(1).max(LIFETIME_CODES_AT_ONCE), note: label(200).default('') }),
  reply: z.object({ codes: z.array(z.string()) }),
  problems: [...deskProblems, 'invalid-input'],
})

/** Ends a code that nobody has redeemed. False where somebody has meanwhile, or it was ended before. */
export const endLifetimeAtDesk = endpoint('endLifetimeAtDesk', {
  summary: 'End an unused code of the lifetime deal',
  auth: 'operator',
  params: z.strictObject({ code: id }),
  body: z.strictObject({}),
  reply: z.object({ isEnded: z.boolean() }),
  problems: deskProblems,
})
