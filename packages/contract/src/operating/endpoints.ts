import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { instant, text } from '../core/fields.ts'

export { measureBody, readFront, sendBody } from './front-endpoints.ts'

/** Alarms for the operator: too many events of a kind in an hour, or late jobs for as long as there are any. */
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

/** `tasks` names the kinds of jobs that are late. */
export const warning = z.object({ alarm: z.enum(alarmNames), raisedAt: instant, tasks: z.array(z.string()).optional() })

/**
 * For people and monitoring; 503 while a part is missing that the server cannot work without. Strangers get the status
 * alone: a caller on the machine itself or with the operator's token gets the rest.
 */
export const readHealth = endpoint('readHealth', {
  summary: 'Whether the server can work',
  countsAmong: 'nobody',
  reply: z.object({
    /** 'degraded': some of several stores are away, and everything in the others works. */
    status: z.enum(['ok', 'degraded', 'failing']),
    version: z.string().optional(),
    checks: z.record(z.string(), z.object({ ok: z.boolean(), milliseconds: z.number() })).optional(),
    /** The ids of the stores that fail. */
    storesAway: z.array(z.string()).optional(),
    /** Current alarms: the server works, but somebody should check. */
    warnings: z.array(warning).optional(),
    /** What this process found at its start that can be better: the front, the kernel, the clocks. */
    findings: z.array(z.object({ finding: z.string(), origin: z.string(), advice: z.string() })).optional(),
  }),
})

/** For load balancers; 503 from the moment this process is told to stop. Checks neither database nor store. */
export const readReadiness = endpoint('readReadiness', {
  summary: 'Whether this process takes work',
  countsAmong: 'nobody',
  reply: z.object({ status: z.enum(['ready', 'stopping']) }),
})

/** In Prometheus' text format; 404 without METRICS_TOKEN from anywhere but this machine. The names are in docs/metrics. */
export const readMetrics = endpoint('readMetrics', {
  summary: 'What this process counts, for Prometheus',
  auth: 'scraper',
  countsAmong: 'nobody',
  problems: ['not-found'],
})

/** For a proxy on this machine that orders certificates on demand; 404 for everybody else, and every other name. */
export const answerTlsQuestion = endpoint('answerTlsQuestion', {
  summary: 'Whether a certificate may be ordered for a host',
  countsAmong: 'nobody',
  query: z.strictObject({ domain: text(300) }),
  reply: z.object({ domain: z.string() }),
  problems: ['not-found'],
})

export const readOpenapi = endpoint('readOpenapi', {
  summary: 'This document',
  reply: z.record(z.string(), z.unknown()),
})

/**
 * Mails that the server did not send because no SMTP server is set: loopback and the operator's token only, newest
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
