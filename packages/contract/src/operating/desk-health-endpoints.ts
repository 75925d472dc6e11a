import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { instant } from '../core/fields.ts'
import { deskProblems } from './desk-endpoints.ts'
import { healthRanges } from './desk-states.ts'

const count = z.int().min(0)

/**
 * The server's health over time, from one sample each five minutes, kept for 30 days. `cells` are equal steps, oldest
 * first; the last one has not ended. A sample is missing where no process ran its jobs.
 */
export const readHealthHistory = endpoint('readHealthHistory', {
  summary: "The server's health over time, for its operators",
  auth: 'operator',
  query: z.strictObject({ range: z.enum(healthRanges).default('day') }),
  reply: z.object({
    stepSeconds: count,
    cells: z.array(
      z.object({
        at: instant,
        samples: count,
        /** Samples in which something failed that the server needs. */
        failing: count,
        /** The highest of the samples. */
        jobsWaiting: count,
        jobsFailed: count,
        mailsWaiting: count,
      }),
    ),
    /** The newest samples in which a check failed or an alarm was raised, at most 50, newest first. */
    troubles: z.array(z.object({ at: instant, checks: z.array(z.string()), alarms: z.array(z.string()) })),
  }),
  problems: [...deskProblems, 'invalid-input'],
})
export type HealthHistory = z.infer<NonNullable<typeof readHealthHistory.reply>>
