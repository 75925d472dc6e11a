import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { instant } from '../core/fields.ts'
import { warning } from './endpoints.ts'

/**
 * What every call of the desk may be refused for. None takes a longer body than others: for everybody but operators it
 * is an unknown path, which reads no more.
 */
export const deskProblems = ['not-found', 'second-factor-required'] as const

const count = z.int().min(0)

/** The first page of the operator's desk. */
export const readDesk = endpoint('readDesk', {
  summary: 'How the server is, for its operators',
  auth: 'operator',
  reply: z.object({
    status: z.enum(['ok', 'degraded', 'failing']),
    version: z.string(),
    checks: z.record(z.string(), z.object({ ok: z.boolean(), milliseconds: z.number() })),
    /** The ids of the stores that fail. */
    storesAway: z.array(z.string()),
    warnings: z.array(warning),
    jobs: z.object({
      running: count,
      /** Due, and not begun. */
      waiting: count,
      /** They failed and will be tried again. */
      retrying: count,
      /** They failed so often that nobody tries them again. */
      failed: count,
    }),
    mails: z.object({
      /** Neither accepted by the mail server nor given up. */
      waiting: count,
      /** Of those, how many failed at least once. */
      retrying: count,
      oldestAt: instant.nullable(),
      /** Given up within the last 24 hours. */
      failedInDay: count,
    }),
  }),
  problems: deskProblems,
})
export type Desk = z.infer<NonNullable<typeof readDesk.reply>>
