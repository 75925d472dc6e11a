import type { Item } from '@waybill/contract/requests/shapes'
import { Icon } from '../../../../shared/ui/marks/icons.tsx'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../../shared/words/language.tsx'
import { AnswerText } from '../../record/answers/answer-text.tsx'
import { sealedRequestsWords } from '../words/sealed-requests-words.ts'
import type { OpenedAnswer } from './open-answers.ts'
import { type OpenedAnswers, useOpenedAnswers } from './use-opened-answers.ts'

interface ShownAnswerProps {
  kind: Item['kind'] | undefined
  /** As the server has it: empty where it is sealed. */
  answer: readonly string[]
  supplier: string
  item: string
  /** The submission it came in; absent: the supplier's last answer. */
  submission?: string
}

/** An answer of one supplier; a sealed one once the request is unlocked here. */
export function ShownAnswer({ kind, answer, ...of }: ShownAnswerProps) {
  return answer.length > 0 ? <AnswerText kind={kind} answer={answer} /> : <OwnSealedAnswer kind={kind} {...of} />
}

function OwnSealedAnswer({ kind, supplier, item, submission }: Omit<ShownAnswerProps, 'answer'>) {
  const answers = useOpenedAnswers(supplier)
  const found = submission === undefined ? answers.current(supplier, item) : answers.sentIn(submission, item)
  return <SealedAnswer kind={kind} is={answers.is} found={found} />
}

interface SealedAnswerProps {
  kind: Item['kind'] | undefined
  is: OpenedAnswers['is']
  found: OpenedAnswer | undefined
}

/** A sealed answer, as far as it is open. */
export function SealedAnswer({ kind, is, found }: SealedAnswerProps) {
  const words = useWords(sealedRequestsWords)
  if (found?.answer) return <AnswerText kind={kind} answer={found.answer} />
  if (found) return <p className={`${layoutStyles.bad} ${layoutStyles.medium}`}>{words.answerAltered}</p>
  return (
    <p className={`${textStyles.soft} ${layoutStyles.medium}`}>
      <Icon name="lock" size={16} /> {is === 'failed' ? words.answerUnread : words.answerSealed[is]}
    </p>
  )
}
