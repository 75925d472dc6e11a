import type { PageProps } from '../core/page.ts'
import type { ProblemCode, ProblemFacts } from '../core/problems.ts'
import type { RequestView } from './submission-endpoints.ts'

/** What the server knows when it renders the supplier's page; the browser hydrates from the same data. */
export interface AnswerPageProps extends PageProps {
  page: AskedPage | LockedRequestPage | UnknownPage | RequestTroublePage
}

export interface AskedPage {
  kind: 'asked'
  request: RequestView
  /** The supplier's token of the link; null on the open one. */
  user: string | null
  /** The submission whose receipt the address names. */
  received: string | null
  /** Why the server refused a form without scripts. */
  problem: ProblemCode | null
  /** What was typed into that form. */
  typed: TypedTexts | null
  /**
   * Set where the request requires a proven address and does not know this supplier: the address that this browser has
   * proven, or the one whose mailed code must be entered next. Null: nothing to prove.
   */
  proof: { proven: string | null; mailed: string | null } | null
  /** Largest form without scripts. */
  formLimitBytes: number
}

/** The texts of a plain form; `answers` by the ids of their items. */
export interface TypedTexts {
  name: string
  company: string
  email: string
  note: string
  answers: Record<string, string[]>
}

/** Tells neither the requester nor the request. */
export interface LockedRequestPage {
  kind: 'locked'
  slug: string
  /** As in `AskedPage`. */
  user: string | null
  problem: ProblemCode | null
}

/** Unknown links, removed ones and wrong tokens get one page, so that none reveals the others. */
interface UnknownPage {
  kind: 'unknown'
}

export interface RequestTroublePage {
  kind: 'trouble'
  code: ProblemCode
  facts: ProblemFacts
}
