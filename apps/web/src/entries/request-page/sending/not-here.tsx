import { useWords } from '../../../shared/words/language.tsx'
import { useSessionState } from '../submission-session.tsx'
import { answeringWords } from './words/answering-words.ts'

/** A sealed submission that only another device could go on with: why, and the way to begin anew. */
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
        <p className="pending-ways">
          <button type="button" className="second-button" onClick={begin}>
            {words.beginAnew}
          </button>
        </p>
      )}
    </>
  )
}
