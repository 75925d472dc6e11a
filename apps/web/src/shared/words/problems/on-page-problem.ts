import type { ProblemCode, ProblemFacts } from '@waybill/contract/core/problems'

export type Sentence = string | ((facts: ProblemFacts) => string)

/**
 * What a page finds without the server: the rules of a draft, the standing of an account. Their words come with the
 * page, so that they are there without a connection; the words for the other codes load at the first touch.
 */
export type OnPageProblem = Extract<
  ProblemCode,
  | 'invalid-input'
  | 'invalid-recipient'
  | 'links-reserved'
  | 'expiry-reserved'
  | 'message-holds-link'
  | 'over-transfer-limit'
  | 'too-many-recipients'
  | 'too-many-files'
  | 'insecure-file-type'
  | 'piracy-marker'
  | 'account-suspended'
  | 'subscription-due'
  | 'seat-lost'
  | 'month-full'
  | 'free-sends-used'
  | 'storage-full'
  | 'password-too-short'
>

/** The same for the supplier's page: the rules of a submission. */
export type SupplierProblem = Extract<
  ProblemCode,
  | 'over-submission-limit'
  | 'submission-too-many-files'
  | 'item-not-found'
  | 'item-accepted'
  | 'item-full'
  | 'file-too-large'
  | 'type-unwanted'
>

/** A visitor's plan is called the free plan. */
export const planOf = (role: ProblemFacts[string] | undefined): string =>
  role === 'anon' || role === 'undefined' ? 'free' : String(role)
