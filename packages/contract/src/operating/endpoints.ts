import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { instant } from '../core/fields.ts'

/**
 * What an operator is warned of: when there is too much of it in an hour, or, of late jobs, for as long as there are
 * any.
 */
const alarmNames = [
  'code-failures',
  'slug-misses',
  'files-damaged',
  'files-unreadable',
  'certificate-ends',
  'receipts-unsound',
  'jobs-late',
] as const
export type AlarmName = (typeof alarmNames)[number]

/**
 * What people and alarms ask; 503 while a part the server cannot work without is missing. Strangers get the status
 * alone: the rest is for whoever sits at the machine or shows the operator's token.
 */
export const readHealth = endpoint('readHealth', {
  summary: 'Whether the server can work',
  countsAmong: 'nobody',
  reply: z.object({
    status: z.enum(['ok', 'failing']),
    version: z.string().optional(),
    checks: z.record(z.string(), z.object({ ok: z.boolean(), milliseconds: z.number() })).optional(),
    /** Alarms that stand: the server works, somebody should look. `tasks` names the kinds of jobs that are late. */
    warnings: z
      .array(z.object({ alarm: z.enum(alarmNames), raisedAt: instant, tasks: z.array(z.string()).optional() }))
      .optional(),
  }),
})

/**
 * What a load balancer asks; 503 from the moment on that this process was told to stop. Asks neither database nor
 * store.
 */
export const readReadiness = endpoint('readReadiness', {
  summary: 'Whether this process takes work',
  countsAmong: 'nobody',
  reply: z.object({ status: z.enum(['ready', 'stopping']) }),
})

export const readOpenapi = endpoint('readOpenapi', {
  summary: 'This document',
  reply: z.record(z.string(), z.unknown()),
})

/**
 * Mails that were not sent anywhere because no SMTP server is set: loopback and the operator's token only, newest
 * first.
 */
export const listMailbox = endpoint('listMailbox', {
  summary: 'The folder outbox, newest first',
  reply: z.array(
    z.object({
      to: z.string(),
      from: z.string(),
      subject: z.string(),
      text: z.string(),
      html: z.string(),
      date: instant,
    }),
  ),
  problems: ['not-found'],
})
