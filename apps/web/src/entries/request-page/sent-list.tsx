import { formatBytes } from '@waybill/contract/core/sizes'
import type { SubmissionReceipt } from '@waybill/contract/requests/submission-endpoints'
import type { MouseEvent } from 'react'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import answerStyles from './answer.module.css'
import { useMoment } from './moments.ts'
import { useSubmissionSession } from './submission-session.tsx'
import { answerWords } from './words/answer-words.ts'

/** This supplier's earlier submissions, each with its receipt. */
export function SentList({ sent }: { sent: readonly SubmissionReceipt[] }) {
  const words = useWords(answerWords)
  if (sent.length === 0) return null
  return (
    <section className={answerStyles.sent}>
      <h2>{words.sentTitle}</h2>
      <ul>
        {sent.map((submission) => (
          <SentRow key={submission._id} submission={submission} />
        ))}
      </ul>
    </section>
  )
}

function SentRow({ submission }: { submission: SubmissionReceipt }) {
  const session = useSubmissionSession()
  const { language } = useLanguage()
  const words = useWords(answerWords)
  const { day, time } = useMoment(submission.arrivedAt)
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    session.show(submission._id)
  }
  return (
    <li>
      <span>
        <time dateTime={submission.arrivedAt}>
          {day}
          {language === 'zh' ? ' ' : ', '}
          {time}
        </time>
        <span className={textStyles.soft}>
          {' '}
          ·{' '}
          {words.sentLine(submission.files.length, formatBytes(submission.bytes, language), submission.answers.length)}
          {submission.isLate && ` · ${words.lateStamp}`}
        </span>
      </span>
      <a href={`?received=${submission._id}`} aria-label={words.receiptOf(day, time)} onClick={open}>
        {words.openReceipt}
      </a>
    </li>
  )
}
