import type { RequestView } from '@waybill/contract/inbox'
import type { ProblemCode, ProblemFacts } from '@waybill/contract/problems'
import type { PageProps } from '../start/page-document.ts'

/** What the server knows when it renders the supplier's page; the browser hydrates from the same. */
export interface AnswerPageProps extends PageProps {
  page: AskedPage | LockedPage | UnknownPage | TroublePage
}

export interface AskedPage {
  kind: 'asked'
  request: RequestView
  /** The supplier's token of the link; null on the open one. */
  user: string | null
  /** The batch whose receipt the address names. */
  received: string | null
  /** What a form without scripts was refused for. */
  problem: ProblemCode | null
  /** Largest form without scripts. */
  formLimitBytes: number
}

/** Neither who asks nor what for. */
export interface LockedPage {
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

export interface TroublePage {
  kind: 'trouble'
  code: ProblemCode
  facts: ProblemFacts
}
