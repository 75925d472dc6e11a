import type { PageProps } from '../core/page.ts'
import type { ProblemCode, ProblemFacts } from '../core/problems.ts'
import type { RequestView } from './submission-endpoints.ts'

/** What the server knows when it renders the supplier's page; the browser hydrates from the same. */
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
  /** What a form without scripts was refused for. */
  problem: ProblemCode | null
  /**
   * Where the request wants a proven address and does not know this supplier: the one that this browser has proven, or
   * the one that its code was mailed to and that is to be proven next. Null: nothing is to be proven.
   */
  proof: { proven: string | null; mailed: string | null } | null
  /** Largest form without scripts. */
  formLimitBytes: number
}

/** Neither who asks nor what for. */
export interface LockedRequestPage {
  kind: 'locked'
  slug: string
  /** As in `AskedPage`. */
  user: string | null
  problem: ProblemCode | null
}

/** Unknown, removed and opened with a wrong token are one page, so that none tells of the others. */
interface UnknownPage {
  kind: 'unknown'
}

export interface RequestTroublePage {
  kind: 'trouble'
  code: ProblemCode
  facts: ProblemFacts
}
