import { Problem } from '@waybill/contract/core/problems'
import { call } from '../../../shared/api/client.ts'
import { takeSignedIn } from '../../../shared/api/session.ts'
import { readReferral } from '../../../shared/storage/referral.ts'
import { spokenLanguage } from '../../../shared/words/language.tsx'

export interface SignUpDetails {
  email: string
  password: string
  fullName: string
  company: string
}

const RESEND_LOCK_SECONDS = 2
const REFERRER_MAX_CHARS = 500

/** Checks a new address and mails its code; true where this browser has already proven it and needs no code. */
export async function requestSignUpCode(email: string): Promise<boolean> {
  const body = { email, verifyComplete: '', isTeamMember: false, lang: spokenLanguage() }
  try {
    const { isVerified } = await call('verifySignup', { body })
    return isVerified
  } catch (error) {
    // A second request within seconds keeps the code that the server has just mailed, which stays valid.
    const isFresh = error instanceof Problem && error.code === 'too-many-codes'
    if (!isFresh || Number(error.facts.retryAfterSeconds) > RESEND_LOCK_SECONDS) throw error
    return false
  }
}

/** Proves the address for this browser with the typed code. */
export async function proveSignUp(email: string, code: string): Promise<void> {
  await call('verifySignup', { body: { email, verifyComplete: code, isTeamMember: false } })
}

/** Makes the account of a proven address and signs it in. */
export async function makeAccount({ email, password, fullName, company }: SignUpDetails): Promise<void> {
  const referral = readReferral(Date.now())
  const body = {
    email,
    password,
    fullName: fullName.trim(),
    company: company.trim(),
    lang: spokenLanguage(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(referral === null ? {} : { referral }),
    ...(document.referrer === '' ? {} : { referrer: document.referrer.slice(0, REFERRER_MAX_CHARS) }),
  }
  takeSignedIn(await call('signUp', { body }))
}
