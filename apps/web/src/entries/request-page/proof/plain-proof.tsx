import type { ReactNode } from 'react'
import downloadStyles from '../../../shared/served-page/download.module.css'
import lockedStyles from '../../../shared/served-page/locked.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import answerStyles from '../answer.module.css'
import { answeringWords } from '../sending/words/answering-words.ts'
import { useSessionState, useSubmissionSession } from '../submission-session.tsx'
import { answerWords } from '../words/answer-words.ts'
import whoStyles from './who.module.css'

/**
 * Without scripts, plain forms prove an address before the supplier chooses files, which leaving the page would lose.
 * With scripts the page asks for the code as it sends.
 */
export function PlainProof() {
  const { proof, problem } = useSubmissionSession().page
  const { language } = useLanguage()
  const words = { ...useWords(answerWords), ...useWords(answeringWords) }
  const provenEmail = useSessionState((state) => state.provenEmail)
  // Only scripts can seal.
  const isSealed = useSessionState(({ request }) => request.sealing !== null)
  if (isSealed || proof === null || provenEmail !== null) return null
  const { mailed } = proof
  return (
    <section
      className={`${whoStyles.plainProof} ${lockedStyles.locked}`}
      aria-labelledby="plain-proof"
      data-begun={mailed ?? problem ?? undefined}
    >
      <h2 id="plain-proof">{words.who}</h2>
      {mailed === null ? (
        <>
          <p className={textStyles.soft}>{words.whoProven}</p>
          <ProofForm press={words.proveNow} isMain>
            <label>
              {words.email}
              <input name="email" required inputMode="email" autoComplete="email" autoCapitalize="none" />
            </label>
          </ProofForm>
        </>
      ) : (
        <>
          <p>
            {words.codeSent(mailed)} <span className={textStyles.soft}>{words.codeSpam}</span>
          </p>
          <ProofForm email={mailed} press={words.codeGoOn} isMain>
            <label>
              {words.code}
              <input
                name="verifyId"
                required
                className={textStyles.mono}
                autoComplete="one-time-code"
                autoCapitalize="characters"
              />
            </label>
          </ProofForm>
          <div className={answerStyles.codeWays}>
            <ProofForm email={mailed} press={words.codeAnew} />
            <a className={textStyles.quietButton} href={`?step=email&lang=${language}`}>
              {words.codeBack}
            </a>
          </div>
        </>
      )}
    </section>
  )
}

interface ProofFormProps {
  /** The proven address, where it is known. */
  email?: string
  press: string
  isMain?: boolean
  children?: ReactNode
}

function ProofForm({ email, press, isMain = false, children }: ProofFormProps) {
  const { slug, user } = useSubmissionSession().link
  return (
    <form method="post" action="/proveSupplier">
      <input type="hidden" name="slug" value={slug} />
      <input type="hidden" name="user" value={user ?? ''} />
      {email !== undefined && <input type="hidden" name="email" value={email} />}
      {children}
      <button type="submit" className={isMain ? downloadStyles.takeAll : textStyles.quietButton}>
        {press}
      </button>
    </form>
  )
}
