import { foldCode, isCode } from '@waybill/contract/identity/codes'
import { useState } from 'react'
import downloadStyles from '../../../shared/served-page/download.module.css'
import { CodeField } from '../../../shared/ui/fields/code-field.tsx'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import answerStyles from '../answer.module.css'
import { failureWords } from '../failure-words.ts'
import { confirmSupplierCode, mailCode } from '../sending/send-chosen.ts'
import { answeringWords } from '../sending/words/answering-words.ts'
import { useSessionState, useSubmissionSession } from '../submission-session.tsx'
import { answerWords } from '../words/answer-words.ts'
import whoStyles from './who.module.css'

const RESEND_MS = 2_000

/** Replaces Send until the supplier has typed the mailed code; then the submission continues by itself. */
export function CodePart() {
  const session = useSubmissionSession()
  const { language } = useLanguage()
  const { codeBack } = useWords(answerWords)
  const words = useWords(answeringWords)
  const step = useSessionState((state) => state.step)
  const [typed, setTyped] = useState('')
  const [said, setSaid] = useState<{ text: string; isError: boolean }>({ text: '', isError: false })
  const [turn, setTurn] = useState(0)
  const [isBusy, setBusy] = useState(false)
  if (step.is !== 'code') return null

  const attempt = async (act: () => Promise<void>, done = '') => {
    setBusy(true)
    try {
      await act()
      setSaid({ text: done, isError: false })
    } catch (error) {
      setSaid({ text: failureWords(language, error), isError: true })
      setTurn((count) => count + 1)
    } finally {
      setBusy(false)
    }
  }
  const confirm = (text: string) => void attempt(() => confirmSupplierCode(session, text))
  const type = (text: string) => {
    setTyped(text)
    if (isCode(foldCode(text)) && !isBusy) confirm(text)
  }
  const again = () =>
    void attempt(async () => {
      await new Promise((resolve) => setTimeout(resolve, RESEND_MS))
      await mailCode(session, step.goal)
    }, words.codeResent)
  return (
    <div className={`${downloadStyles.take} ${whoStyles.codePart}`}>
      <p>{words.codeSent(step.email)}</p>
      <CodeField label={words.code} value={typed} shakeTurn={turn} onType={type} />
      <button
        type="button"
        className={downloadStyles.takeAll}
        aria-busy={isBusy}
        onClick={() => !isBusy && confirm(typed)}
      >
        {words.codeGoOn}
      </button>
      <p
        role={said.isError ? 'alert' : 'status'}
        className={said.isError ? downloadStyles.takeFailed : textStyles.soft}
      >
        {said.text || words.codeSpam}
      </p>
      <p className={answerStyles.codeWays}>
        <button type="button" className={textStyles.quietButton} disabled={isBusy} onClick={again}>
          {words.codeAnew}
        </button>
        <button
          type="button"
          className={textStyles.quietButton}
          onClick={() => session.set({ step: { is: 'choosing' } })}
        >
          {codeBack}
        </button>
      </p>
    </div>
  )
}
