import type { DeskJob, DeskMail } from '@waybill/contract/operating/desk-queue-endpoints'
import type { JobState, MailState } from '@waybill/contract/operating/desk-states'
import type { Context } from '../context.ts'
import { decodeCursor, encodeCursor, readCursor, writeCursor } from '../platform/cursor.ts'
import { listJobsOf, retryJobNow } from '../platform/jobs/job-list-store.ts'
import { listMailsOf, retryMailNow } from '../platform/mail-transport/index.ts'
import { noteSecurityIn } from '../platform/security-log/security-scope.ts'

const TAKE = 50
const JOB_ID = /^\d{1,18}$/

type Needs = Pick<Context, 'db'>

interface Asked<State> {
  state: State
  after?: string | undefined
}

export async function listJobs(
  { db }: Needs,
  { state, after }: Asked<JobState>,
): Promise<{ jobs: DeskJob[]; next: string | null }> {
  const from =
    after === undefined ? null : decodeCursor(after, ([id]) => (typeof id === 'string' && JOB_ID.test(id) ? id : null))
  const found = await listJobsOf(db, { state, after: from, take: TAKE + 1 })
  const shown = found.slice(0, TAKE)
  const jobs = shown.map((job) => ({
    _id: job.id,
    task: job.task,
    state,
    attempts: job.attempts,
    maxAttempts: job.max_attempts,
    createdAt: job.created_at.toISOString(),
    runAt: job.run_at.toISOString(),
    lastError: job.last_error ?? '',
  }))
  return { jobs, next: found.length > TAKE ? encodeCursor([shown.at(-1)?.id ?? '']) : null }
}

/** `by`: the account of the operator at the desk. False where the job runs, or is done. */
export async function retryJob({ db }: Needs, job: string, by?: string): Promise<boolean> {
  if (!JOB_ID.test(job)) return false
  return db.transaction().execute(async (tx) => {
    const task = await retryJobNow(tx, job)
    if (task !== null)
      await noteSecurityIn(tx, { event: 'job-retried', outcome: 'ok', facts: { job, task, ...who(by) } })
    return task !== null
  })
}

export async function listMails(
  { db }: Needs,
  { state, after }: Asked<MailState>,
): Promise<{ mails: DeskMail[]; next: string | null }> {
  const found = await listMailsOf(db, { state, after: readCursor(after), take: TAKE + 1 })
  const shown = found.slice(0, TAKE)
  const mails = shown.map((mail) => ({
    _id: mail.id,
    template: mail.template,
    createdAt: mail.created_at.toISOString(),
    attempts: mail.attempts,
    lastError: mail.last_error ?? '',
    givenUpAt: mail.given_up_at?.toISOString() ?? null,
  }))
  const last = found.length > TAKE ? shown.at(-1) : undefined
  return { mails, next: last === undefined ? null : writeCursor({ at: last.at_us, id: last.id }) }
}

/** False where the mail is being sent, was sent, or was given up. */
export async function retryMail({ db }: Needs, mail: string, by?: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const isRetried = await retryMailNow(tx, mail)
    if (isRetried) await noteSecurityIn(tx, { event: 'mail-retried', outcome: 'ok', facts: { mail, ...who(by) } })
    return isRetried
  })
}

const who = (by: string | undefined) => (by === undefined ? {} : { by })
