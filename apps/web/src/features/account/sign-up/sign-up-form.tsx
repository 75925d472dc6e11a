import type { ReactNode } from 'react'
import { DetailsStep } from './details-step.tsx'
import { ProofStep } from './proof-step.tsx'
import { useSignUp } from './use-sign-up.ts'

interface SignUpFormProps {
  /** The initial values. */
  email?: string
  /** Typed into the second step, and not sent before somebody presses its button. */
  code?: string
  /** Inside a dialog, whose focus begins in it. */
  takesFocus?: boolean
  /** Above the first step. */
  intro?: ReactNode
}

/** Signing up: an address and a password, then the code that proves the address. */
export function SignUpForm({ email = '', code = '', takesFocus = false, intro }: SignUpFormProps) {
  const signUp = useSignUp(email, code)
  if (signUp.step === 'proof') return <ProofStep signUp={signUp} code={code} />
  return (
    <>
      {intro}
      <DetailsStep signUp={signUp} takesFocus={takesFocus} />
    </>
  )
}
