import { useWords } from '../../../shared/words/language.tsx'
import answerStyles from '../answer.module.css'
import { useSessionState } from '../submission-session.tsx'
import { answeringWords } from './words/answering-words.ts'

/** A sealed submission that only another device can continue: why, and the way to start again. */
export function NotHere() {
  const words = useWords(answeringWords)
  const canBegin = useSessionState(({ request: { state, hasRoom } }) => state === 'open' && hasRoom)
  const begin = () => document.querySelector<HTMLElement>('.items .item-pick input')?.focus()
  return (
    <>
      <p role="status">
        {words.notHere} {canBegin && words.chooseAnew}
      </p>
      {canBegin && (
        <p className={answerStyles.pendingWays}>
          <button type="button" className={answerStyles.secondButton} onClick={begin}>
            {words.startOver}
          </button>
        </p>
      )}
    </>
  )
}
