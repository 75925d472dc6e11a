export type CodePurpose = 'sending' | 'signUp' | 'newAddress'

/** Of the mails with a short code. */
export interface CodeMailFacts {
  /** To an address that somebody wants to send from, sign up with, or change their account to. */
  'sender-code': { code: string; validMinutes: number; purpose: CodePurpose }
  /** To a recipient who opens a transfer that only named people may open. */
  'link-code': { code: string; validMinutes: number }
  /** To a person who wants to ask the sender of a transfer for more time or for a personal link. */
  'access-request-code': { code: string; validMinutes: number }
}
