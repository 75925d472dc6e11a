import { Problem } from '@waybill/contract/core/problems'
import { useState } from 'react'
import { failureSentence } from '../../../shared/api/problem-words.ts'
import { useLanguage } from '../../../shared/words/language.tsx'
import { useEnterDash } from '../sign-in/enter-dash.ts'
import { makeAccount, proveSignUp, requestSignUpCode, type SignUpDetails } from './sign-up-calls.ts'

/** The refusal, at its field. */
export interface Refusal {
  field: 'email' | 'password' | 'code' | 'form'
  text: string
  isTaken?: boolean
  /** A new number with each refusal, even of the same text. */
  turn: number
}

export interface SignUp {
  step: 'details' | 'proof'
  details: SignUpDetails
  isBusy: boolean
  refusal: Refusal | null
  write: (change: Partial<SignUpDetails>) => void
  forgive: () => void
  proceed: () => Promise<void>
  prove: (code: string) => Promise<void>
  goBack: () => void
}

/**
 * The two steps of signing up: the details, then the code from the mail; then the dashboard. A code that came with the
 * page's address is still valid: another one, which would end it, is only sent at a press.
 */
export function useSignUp(email: string, code = ''): SignUp {
  const { language } = useLanguage()
  const enterDash = useEnterDash()
  const [step, setStep] = useState<SignUp['step']>('details')
  const [details, setDetails] = useState<SignUpDetails>({ email, password: '', fullName: '', company: '' })
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isBusy, setBusy] = useState(false)

  const refuse = (error: unknown) => {
    const field = fieldOf(error)
    const isTaken = error instanceof Problem && error.code === 'email-taken'
    setRefusal((last) => ({ field, isTaken, text: failureSentence(language, error), turn: (last?.turn ?? 0) + 1 }))
    if (field !== 'code') setStep('details')
  }
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setRefusal((last) => (last ? { ...last, text: '' } : null))
    await work().catch(refuse)
    setBusy(false)
  }
  const finish = async () => {
    await makeAccount(details)
    await enterDash()
  }
  return {
    step,
    details,
    isBusy,
    refusal: refusal?.text ? refusal : null,
    write: (change) => setDetails((before) => ({ ...before, ...change })),
    forgive: () => setRefusal(null),
    proceed: () =>
      attempt(async () => {
        if (code === '' && (await requestSignUpCode(details.email))) await finish()
        else setStep('proof')
      }),
    prove: (code) =>
      attempt(async () => {
        await proveSignUp(details.email, code)
        await finish()
      }),
    goBack: () => setStep('details'),
  }
}

function fieldOf(error: unknown): Refusal['field'] {
  if (!(error instanceof Problem)) return 'form'
  switch (error.code) {
    case 'email-taken':
    case 'invalid-recipient':
      return 'email'
    case 'password-too-short':
    case 'password-too-common':
      return 'password'
    case 'signup-code-wrong':
    case 'code-malformed':
    case 'code-expired':
      return 'code'
    default:
      return 'form'
  }
}
