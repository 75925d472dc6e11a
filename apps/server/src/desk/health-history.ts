import type { HealthHistory } from '@waybill/contract/operating/desk-health-endpoints'
import type { HealthRange } from '@waybill/contract/operating/desk-states'
import type { Context } from '../context.ts'
import { type Health, readWarnings } from '../platform/http/operating/health.ts'
import { countJobs } from '../platform/jobs/job-list-store.ts'
import { countMails } from '../platform/mail-transport/index.ts'
import { keepHealthSample, listHealthCells, listHealthTroubles } from './health-store.ts'

type Needs = Pick<Context, 'db'>

/** Takes a sample of the server's health; one process does so every five minutes. */
export async function noteHealth({ db }: Needs, readHealth: () => Promise<Health>): Promise<void> {
  const [health, warnings, jobs, mails] = await Promise.all([
    readHealth(),
    readWarnings({ db }),
    countJobs(db),
    countMails(db),
  ])
  await keepHealthSample(db, {
    isOk: health.status !== 'failing',
    checks: health.checks,
    jobsWaiting: jobs.waiting + jobs.retrying,
    jobsFailed: jobs.failed,
    mailsWaiting: mails.waiting,
    alarms: warnings.map(({ alarm }) => alarm),
  })
}

const HOUR_SECONDS = 3_600
const steps: Record<HealthRange, { cells: number; stepSeconds: number }> = {
  day: { cells: 48, stepSeconds: HOUR_SECONDS / 2 },
  week: { cells: 56, stepSeconds: 3 * HOUR_SECONDS },
  month: { cells: 60, stepSeconds: 12 * HOUR_SECONDS },
}

export async function readHealthHistory({ db }: Needs, range: HealthRange): Promise<HealthHistory> {
  const { cells, stepSeconds } = steps[range]
  const [listed, troubles] = await Promise.all([
    listHealthCells(db, { cells, stepSeconds }),
    listHealthTroubles(db, cells * stepSeconds),
  ])
  return {
    stepSeconds,
    cells: listed.map(({ at, ...cell }) => ({ at: at.toISOString(), ...cell })),
    troubles: troubles.map(({ at, ...trouble }) => ({ at: at.toISOString(), ...trouble })),
  }
}
