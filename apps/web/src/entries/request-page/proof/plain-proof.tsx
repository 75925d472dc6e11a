import type { ReactNode } from 'react'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { answeringWords } from '../sending/words/answering-words.ts'
import { useSessionState, useSubmissionSession } from '../submission-session.tsx'
import { answerWords } from '../words/answer-words.ts'

/**
 * Where scripts are off an address is proven by plain forms, before anything is chosen that leaving the page would lose.
 * With them the page asks for the code as it sends.
 */
export function PlainProof() {
  const { proof, problem } = useSubmissionSession().page
  const { language } = useLanguage()
  const words = { ...useWords(answerWords), ...useWords(answeringWords) }
  const provenEmail = useSessionState((state) => state.provenEmail)
  // What is sealed is sealed by scripts alone.
  const isSealed = useSessionState(({ request }) => request.sealing !== null)
  if (isSealed || proof === null || provenEmail !== null) return null
  const { mailed } = proof
  return (
    <section className="plain-proof locked" aria-labelledby="plain-proof" data-begun={mailed ?? problem ?? undefined}>
      <h2 id="plain-proof">{words.who}</h2>
      {mailed === null ? (
        <>
          <p className="soft">{words.whoProven}</p>
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
            {words.codeSent(mailed)} <span className="soft">{words.codeSpam}</span>
          </p>
          <ProofForm email={mailed} press={words.codeGoOn} isMain>
            <label>
              {words.code}
              <input
                name="verifyId"
                required
                className="mono"
                autoComplete="one-time-code"
                autoCapitalize="characters"
              />
            </label>
          </ProofForm>
          <div className="code-ways">
            <ProofForm email={mailed} press={words.codeAnew} />
            <a className="quiet-button" href={`?step=email&lang=${language}`}>
              {words.codeBack}
            </a>
          </div>
        </>
      )}
    </section>
  )
}

interface ProofFormProps {
  /** The address that is proven, where it is known. */
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
      <button type="submit" className={isMain ? 'take-all' : 'quiet-button'}>
        {press}
      </button>
    </form>
  )
}
