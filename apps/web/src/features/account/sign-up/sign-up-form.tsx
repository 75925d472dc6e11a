import type { ReactNode } from 'react'
import { DetailsStep } from './details-step.tsx'
import { ProofStep } from './proof-step.tsx'
import { useSignUp } from './use-sign-up.ts'

interface SignUpFormProps {
  /** The initial values. */
  email?: string
  /** Inside a dialog, whose focus begins in it. */
  takesFocus?: boolean
  /** Above the first step. */
  intro?: ReactNode
}

/** Signing up: an address and a password, then the code that proves the address. */
export function SignUpForm({ email = '', takesFocus = false, intro }: SignUpFormProps) {
  const signUp = useSignUp(email)
  if (signUp.step === 'proof') return <ProofStep signUp={signUp} />
  return (
    <>
      {intro}
      <DetailsStep signUp={signUp} takesFocus={takesFocus} />
    </>
  )
}
