import type { DeskJob, DeskMail } from '@waybill/contract/operating/desk-queue-endpoints'
import { type JobState, jobStates, type MailState, mailStates } from '@waybill/contract/operating/desk-states'
import { call } from '../../shared/api/client.ts'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { Choice } from './choice.tsx'
import { DeskList, DeskRow, useDeskList, useDeskSearch, useMoment } from './desk-list.tsx'
import { RetryButton } from './retry-button.tsx'
import { deskWords } from './words/desk-words.ts'

/** Background jobs by their state. */
export function JobsPage() {
  const words = useWords(deskWords)
  const [search, show] = useDeskSearch()
  const state: JobState = jobStates.find((one) => one === search.state) ?? 'failed'
  const list = useDeskList('jobs', { state }, (after, signal) =>
    call('listJobs', { query: { state, ...after }, signal }),
  )
  const jobs = list.data?.pages.flatMap((page) => page.jobs) ?? []
  return (
    <section className={layoutStyles.stack} aria-label={words.pages.jobs}>
      <Choice
        label={words.stateLabel}
        value={state}
        options={jobStates.map((one) => [one, words.jobStates[one]])}
        onChoose={(chosen) => show({ state: chosen })}
      />
      <DeskList list={list} count={jobs.length} empty={words.noJobs}>
        {jobs.map((job) => (
          <JobRow key={job._id} job={job} />
        ))}
      </DeskList>
    </section>
  )
}

function JobRow({ job }: { job: DeskJob }) {
  const words = useWords(deskWords)
  const moment = useMoment()
  return (
    <DeskRow
      head={
        <>
          <strong className={textStyles.mono}>{job.task}</strong>
          <span className={textStyles.soft}>{words.attempts(job.attempts, job.maxAttempts)}</span>
          <span className={textStyles.soft}>{words.due(moment(job.runAt))}</span>
        </>
      }
    >
      {job.lastError !== '' && <LastError text={job.lastError} />}
      {(job.state === 'failed' || job.state === 'retrying') && (
        <RetryButton
          title={words.retryTitle}
          text={words.retryText}
          retry={() => call('retryJob', { params: { job: job._id }, body: {} })}
        />
      )}
      <p className={`${textStyles.soft} ${textStyles.mono}`}>{job._id}</p>
    </DeskRow>
  )
}

/** Emails that wait, and those that were given up. */
export function MailsPage() {
  const words = useWords(deskWords)
  const [search, show] = useDeskSearch()
  const state: MailState = mailStates.find((one) => one === search.state) ?? 'waiting'
  const list = useDeskList('mails', { state }, (after, signal) =>
    call('listMails', { query: { state, ...after }, signal }),
  )
  const mails = list.data?.pages.flatMap((page) => page.mails) ?? []
  return (
    <section className={layoutStyles.stack} aria-label={words.pages.mails}>
      <Choice
        label={words.stateLabel}
        value={state}
        options={mailStates.map((one) => [one, words.mailStates[one]])}
        onChoose={(chosen) => show({ state: chosen })}
      />
      {state === 'failed' && <p className={textStyles.soft}>{words.failedText}</p>}
      <DeskList list={list} count={mails.length} empty={words.noMails}>
        {mails.map((mail) => (
          <MailRow key={mail._id} mail={mail} />
        ))}
      </DeskList>
    </section>
  )
}

function MailRow({ mail }: { mail: DeskMail }) {
  const words = useWords(deskWords)
  const moment = useMoment()
  return (
    <DeskRow
      head={
        <>
          <strong className={textStyles.mono}>{mail.template}</strong>
          <span className={textStyles.soft}>{words.attempted(mail.attempts)}</span>
          <span className={textStyles.soft}>{moment(mail.createdAt)}</span>
        </>
      }
    >
      {mail.lastError !== '' && <LastError text={mail.lastError} />}
      {mail.givenUpAt === null && (
        <RetryButton
          title={words.mailRetryTitle}
          text={words.mailRetryText}
          retry={() => call('retryMail', { params: { mail: mail._id }, body: {} })}
        />
      )}
      <p className={`${textStyles.soft} ${textStyles.mono}`}>{mail._id}</p>
    </DeskRow>
  )
}

const LastError = ({ text }: { text: string }) => (
  <p className={`${layoutStyles.asWritten} ${textStyles.mono} ${layoutStyles.small}`}>{text}</p>
)
