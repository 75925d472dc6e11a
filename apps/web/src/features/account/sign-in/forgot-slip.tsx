import { type ReactNode, useState } from 'react'
import { useFocusOnce } from '../../../shared/ui/fields/use-focus-once.ts'
import { useShake } from '../../../shared/ui/fields/use-shake.ts'
import { Slip } from '../../../shared/ui/marks/slip.tsx'
import { Stamp } from '../../../shared/ui/marks/stamp.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import accountPageStyles from '../account-page.module.css'
import { ForgotForm } from './forgot-form.tsx'
import { accountsWords } from './words/accounts-words.ts'

interface ForgotSlipProps {
  email: string
  onEmail: (email: string) => void
  title: string
  text: string
  /** The link back to the login. */
  back: ReactNode
}

/** Asks for a new password; the answer is always the same, whether the account exists or not. */
export function ForgotSlip({ email, onEmail, title, text, back }: ForgotSlipProps) {
  const words = useWords(accountsWords)
  const [isSent, setSent] = useState(false)
  const [box, shake] = useShake<HTMLDivElement>()
  return (
    <div ref={box}>
      <Slip label={words.forgotName} name={words.forgotName} aside={back}>
        {isSent ? (
          <Requested />
        ) : (
          <>
            <h1>{title}</h1>
            <p className={textStyles.soft}>{text}</p>
            <ForgotForm email={email} onEmail={onEmail} onSent={() => setSent(true)} onRefused={shake} />
          </>
        )}
      </Slip>
    </div>
  )
}

function Requested() {
  const words = useWords(accountsWords)
  const heading = useFocusOnce<HTMLHeadingElement>()
  return (
    <div className={`${layoutStyles.stack} ${layoutStyles.starts} ${accountPageStyles.accountDone}`}>
      <Stamp ink="delivered">{words.forgotStamp}</Stamp>
      <h1 ref={heading} tabIndex={-1}>
        {words.requested}
      </h1>
      <p className={textStyles.soft}>{words.requestedText}</p>
    </div>
  )
}
