import type { ProblemCode } from '@waybill/contract/core/problems'
import type { RequestView } from '@waybill/contract/requests/submission-endpoints'
import { problemSentence } from '../../shared/api/problem-words.ts'
import downloadStyles from '../../shared/served-page/download.module.css'
import { Icon, type IconName } from '../../shared/ui/marks/icons.tsx'
import { mailTo } from '../../shared/ui/page/mail-to.ts'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import { answerWords } from './words/answer-words.ts'

interface StateNotesProps {
  request: RequestView
  problem: ProblemCode | null
  isForeignReceipt: boolean
}

/** Why nothing can be sent, why a form was refused, and whose receipt is hidden. */
export function StateNotes({ request, problem, isForeignReceipt }: StateNotesProps) {
  const { language } = useLanguage()
  const words = useWords(answerWords)
  const { state, pending, hasRoom, requester } = request
  return (
    <>
      {isForeignReceipt && <Note icon="info">{words.foreignReceipt}</Note>}
      {problem !== null && (
        <Note icon="warning" isAlert>
          {words.refused[problem] ?? problemSentence(language, problem)}
        </Note>
      )}
      {state !== 'open' && (
        <Note icon={state === 'paused' ? 'clock' : 'lock'} email={requester.email}>
          {words.state[state]} {pending.length > 0 && words.mayFinish}
        </Note>
      )}
      {state === 'open' && !hasRoom && (
        <Note icon="warning" email={requester.email}>
          {words.full}
        </Note>
      )}
    </>
  )
}

interface NoteProps {
  icon: IconName
  isAlert?: boolean
  /** The address to write to. */
  email?: string
  children: React.ReactNode
}

export function Note({ icon, isAlert = false, email, children }: NoteProps) {
  const words = useWords(answerWords)
  return (
    <div className={downloadStyles.wayOut} role={isAlert ? 'alert' : undefined}>
      <Icon name={icon} />
      <div>
        <p>{children}</p>
        {email !== undefined && (
          <p className={textStyles.soft}>
            {words.writeTo} <a href={mailTo(email)}>{email}</a>
          </p>
        )}
      </div>
    </div>
  )
}
