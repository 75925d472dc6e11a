import { Problem } from '@waybill/contract/problems'
import type { SecondFactorAsked, SignedIn } from '@waybill/contract/sessions'
import { useState } from 'react'
import { ConnectionError, call } from '../api/client.ts'
import { failureSentence } from '../api/problem-words.ts'
import { accountsWords } from '../words/accounts.ts'
import { type Language, useLanguage } from '../words/language.tsx'
import { useEnterDash } from './enter-dash.ts'
import { takeSignedIn } from './session.ts'

type SecondFactor = SecondFactorAsked['secondFactor']
export type FactorAnswer = { code: string } | { passkey: Record<string, unknown> }

export interface LogIn {
  isBusy: boolean
  /** The line is bad and the call is made again. */
  isRetrying: boolean
  error: string
  /** Asked for once the password was right. */
  secondFactor: SecondFactor | null
  /** Both answer whether it was taken. */
  enter: (email: string, password: string) => Promise<boolean>
  answer: (given: FactorAnswer) => Promise<boolean>
  say: (error: string) => void
  goBack: () => void
}

/** Logging in: address and password, then a second factor where the account has one; then the dashboard. */
export function useLogIn(): LogIn {
  const { language } = useLanguage()
  const enterDash = useEnterDash()
  const [secondFactor, setSecondFactor] = useState<SecondFactor | null>(null)
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [isRetrying, setRetrying] = useState(false)
  const onRetry = () => setRetrying(true)

  const attempt = async (ask: () => Promise<SignedIn | SecondFactorAsked>): Promise<boolean> => {
    setBusy(true)
    setError('')
    try {
      const reply = await ask()
      if ('secondFactor' in reply) {
        setSecondFactor(reply.secondFactor)
        return true
      }
      takeSignedIn(reply)
      await enterDash()
      return true
    } catch (failure) {
      if (failure instanceof Problem && failure.code === 'login-expired') setSecondFactor(null)
      setError(loginSentence(language, failure))
      return false
    } finally {
      setBusy(false)
      setRetrying(false)
    }
  }
  return {
    isBusy,
    isRetrying,
    error,
    secondFactor,
    enter: (email, password) => attempt(() => call('logIn', { body: { email, password }, onRetry })),
    answer: (given) =>
      attempt(() => call('answerSecondFactor', { body: { ticket: secondFactor?.ticket ?? '', ...given }, onRetry })),
    say: setError,
    goBack: () => {
      setError('')
      setSecondFactor(null)
    },
  }
}

function loginSentence(language: Language, failure: unknown): string {
  if (failure instanceof ConnectionError) return accountsWords[language].connectionTrouble
  return failureSentence(language, failure)
}
