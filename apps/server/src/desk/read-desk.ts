import type { Desk } from '@waybill/contract/operating/desk-endpoints'
import type { Context } from '../context.ts'
import { type Health, readWarnings } from '../platform/http/operating/health.ts'
import { VERSION } from '../platform/http/operating/operating-routes.ts'
import { countJobs } from '../platform/jobs/job-list-store.ts'
import { countMails } from '../platform/mail-transport/index.ts'

/** How the server is now: its checks and alarms, and the jobs and mails that wait or failed. */
export async function readDesk(ctx: Pick<Context, 'db'>, readHealth: () => Promise<Health>): Promise<Desk> {
  const [health, warnings, jobs, mails] = await Promise.all([
    readHealth(),
    readWarnings(ctx),
    countJobs(ctx.db),
    countMails(ctx.db),
  ])
  const oldestAt = mails.oldestAt?.toISOString() ?? null
  return { ...health, version: VERSION, warnings, jobs, mails: { ...mails, oldestAt } }
}
