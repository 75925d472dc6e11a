import { Problem } from '@waybill/contract/core/problems'
import type { SecondFactorAsked, SignedIn } from '@waybill/contract/identity/session-endpoints'
import { useRef, useState } from 'react'
import { ConnectionError, call } from '../../../shared/api/client.ts'
import { failureSentence } from '../../../shared/api/problem-words.ts'
import { takeSignedIn } from '../../../shared/api/session.ts'
import { type Language, useLanguage } from '../../../shared/words/language.tsx'
import { keepDestination } from './destination.ts'
import { useEnterDash } from './enter-dash.ts'
import { accountsWords } from './words/accounts-words.ts'

export interface CompanyQuery {
  state: string
  code?: string
  error?: string
  iss?: string
}

type SecondFactor = SecondFactorAsked['secondFactor']
export type FactorAnswer = { code: string } | { passkey: Record<string, unknown> }
type Ask = () => Promise<SignedIn | SecondFactorAsked>

export interface LogIn {
  isBusy: boolean
  /** The connection failed and the call repeats. */
  isRetrying: boolean
  error: string
  /** Required after the password was right. */
  secondFactor: SecondFactor | null
  /** Too many strangers have tried this address: the owner proves it by a mailed code first. */
  unproven: string | null
  /** All return whether the server accepted. */
  enter: (email: string, password: string) => Promise<boolean>
  answer: (given: FactorAnswer) => Promise<boolean>
  prove: (code: string) => Promise<boolean>
  /** Leads to the login of the address's company. */
  leaveForCompany: (email: string) => Promise<boolean>
  /** Finishes with the query with which it led back. */
  returnFromCompany: (query: CompanyQuery) => Promise<boolean>
  say: (error: string) => void
  goBack: () => void
}

/** One try at a time: the wait, the failed connection, and the refusal. */
function useTry() {
  const { language } = useLanguage()
  const [error, say] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [isRetrying, setRetrying] = useState(false)
  const attempt = async (work: () => Promise<boolean>): Promise<boolean> => {
    setBusy(true)
    say('')
    try {
      return await work()
    } catch (failure) {
      say(loginSentence(language, failure))
      return false
    } finally {
      setBusy(false)
      setRetrying(false)
    }
  }
  return { isBusy, isRetrying, error, say, attempt, onRetry: () => setRetrying(true) }
}

/** Logging in: address and password, then a second factor where the account has one; then the dashboard. */
export function useLogIn(): LogIn {
  const { language } = useLanguage()
  const enterDash = useEnterDash()
  const { attempt, onRetry, ...shown } = useTry()
  const [secondFactor, setSecondFactor] = useState<SecondFactor | null>(null)
  const [unproven, setUnproven] = useState<string | null>(null)
  // What to repeat once the address is proven.
  const last = useRef<{ email: string; ask: Ask }>({ email: '', ask: () => Promise.reject(new Error('nothing asked')) })

  const settle = async (ask: Ask): Promise<boolean> => {
    const reply = await ask()
    setUnproven(null)
    if ('secondFactor' in reply) setSecondFactor(reply.secondFactor)
    else {
      takeSignedIn(reply)
      await enterDash()
    }
    return true
  }
  /** Beyond the limit for strangers the address must be proven first. */
  const turn = async (failure: unknown): Promise<boolean> => {
    if (isCode(failure, 'login-expired')) setSecondFactor(null)
    if (!isCode(failure, 'sender-unproven')) throw failure
    const { email } = last.current
    await call('requestSenderCode', { body: { email, lang: language } })
    setUnproven(email)
    return true
  }
  const askFor = (email: string, ask: Ask) => {
    last.current = { email, ask }
    return attempt(() => settle(ask).catch(turn))
  }
  const prove = async (code: string) => {
    await call('confirmSenderCode', { body: { email: last.current.email, verifyId: code } })
    return settle(last.current.ask).catch(turn)
  }
  const ticket = secondFactor?.ticket ?? ''
  return {
    ...shown,
    secondFactor,
    unproven,
    enter: (email, password) => askFor(email, () => call('logIn', { body: { email, password }, onRetry })),
    answer: (given) =>
      askFor(last.current.email, () => call('answerSecondFactor', { body: { ticket, ...given }, onRetry })),
    prove: (code) => attempt(() => prove(code)),
    leaveForCompany: (email) =>
      attempt(async () => {
        const { url } = await call('beginSso', { body: { email }, onRetry })
        keepDestination()
        location.assign(url)
        return true
      }),
    returnFromCompany: (query) => askFor('', () => call('finishSso', { body: query, onRetry })),
    goBack: () => {
      shown.say('')
      setSecondFactor(null)
      setUnproven(null)
    },
  }
}

const isCode = (failure: unknown, code: Problem['code']) => failure instanceof Problem && failure.code === code

function loginSentence(language: Language, failure: unknown): string {
  if (failure instanceof ConnectionError) return accountsWords[language].connectionTrouble
  return failureSentence(language, failure)
}
