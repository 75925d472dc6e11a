import type { RequestView } from '@waybill/contract/requests/submission-endpoints'
import { useHasScripts } from '../../shared/served-page/use-live.ts'
import { formatDay, formatTime } from '../../shared/time/moment.ts'
import { instantOf, isTimeZone } from '../../shared/time/zones.ts'
import { Icon } from '../../shared/ui/marks/icons.tsx'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import answerStyles from './answer.module.css'
import { answerWords } from './words/answer-words.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The deadline, in the supplier's language and zone; and how far off it is. */
export function DueLine({ request }: { request: RequestView }) {
  return (
    <div className={answerStyles.due}>
      {request.deadline !== null && request.dueAt !== null && (
        <Due request={request} deadline={request.deadline} dueAt={request.dueAt} />
      )}
      <Tally request={request} />
    </div>
  )
}

interface DueProps {
  request: RequestView
  deadline: NonNullable<RequestView['deadline']>
  dueAt: string
}

function Due({ request, deadline, dueAt }: DueProps) {
  const { language } = useLanguage()
  const words = useWords(answerWords)
  const isLive = useHasScripts()
  const written = `${deadline.at}:00Z`
  const [writtenDay, writtenTime] = [formatDay(written, 'utc', language), formatTime(written, 'utc')]
  // Each supplier keeps it by their own clock, and this supplier's zone is not known yet.
  const isOwnClock = deadline.rule === 'supplier' && request.supplier === null
  const due = isLive && isOwnClock ? byOwnClock(deadline.at, dueAt) : dueAt
  const msLeft = isLive ? Date.parse(due) - Date.now() : Number.POSITIVE_INFINITY
  const [day, time] = [formatDay(due, isLive ? 'local' : 'utc', language), formatTime(due, isLive ? 'local' : 'utc')]
  const isLate = msLeft < 0
  const sentence = isLate
    ? words.passed(day, time)
    : isLive
      ? words.dueAt(day, time)
      : isOwnClock
        ? words.dueAnywhere(writtenDay, writtenTime)
        : words.dueAtUtc(day, time)
  const isElsewhere = !isOwnClock && (day !== writtenDay || time !== writtenTime)
  return (
    <>
      <p className={answerStyles.dueAt} data-late={(isLate && !request.isComplete) || undefined}>
        <Icon name="clock" size={18} />
        <span>
          <time dateTime={due}>{sentence}</time>
          {isLive && !isLate && <span className={answerStyles.dueLeft}> · {leftOf(msLeft, words)}</span>}
          {isElsewhere && (
            <span className={answerStyles.dueThere}>
              {words.dueThere(writtenDay, writtenTime, cityOf(deadline.zone))}
            </span>
          )}
        </span>
      </p>
      {isLate && !request.isComplete && request.state === 'open' && (
        <p className={answerStyles.dueLate}>{words.lateTaken}</p>
      )}
    </>
  )
}

function byOwnClock(local: string, otherwise: string): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return isTimeZone(timeZone ?? '') ? new Date(instantOf(local, timeZone)).toISOString() : otherwise
}

const leftOf = (ms: number, words: (typeof answerWords)['en']): string =>
  ms >= 2 * DAY_MS ? words.days(Math.floor(ms / DAY_MS)) : words.hours(Math.round(ms / HOUR_MS))

/** 'Asia/Hong_Kong' → 'Hong Kong'. */
const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

function Tally({ request: { items, isComplete } }: { request: RequestView }) {
  const words = useWords(answerWords)
  const required = items.filter(({ isRequired }) => isRequired)
  const done = required.filter(({ state }) => state === 'arrived' || state === 'accepted').length
  if (isComplete) return <p className={`${answerStyles.dueTally} ${answerStyles.dueComplete}`}>{words.completeText}</p>
  if (required.length === 0) return <p className={answerStyles.dueTally}>{words.nothingRequired}</p>
  return (
    <p className={answerStyles.dueTally}>
      <span className={answerStyles.dueMarks} aria-hidden="true">
        {required.map(({ _id, state }) => (
          <i key={_id} data-state={state} />
        ))}
      </span>
      {words.tallied(done, required.length)}
    </p>
  )
}
