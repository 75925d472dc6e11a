import type { PageProps } from '../core/page.ts'
import type { ProblemCode, ProblemFacts } from '../core/problems.ts'
import type { AccessRequestWish } from '../transfers/access-request-endpoints.ts'
import type { TransferView } from '../transfers/endpoints.ts'
import type { ContentsPart } from './endpoints.ts'

/** What the server knows when it renders the recipient's page; the browser hydrates from the same. */
export interface DownloadPageProps extends PageProps {
  page:
    | ActivePage
    | LockedPage
    | PausedPage
    | ExpiredPage
    | AccessPage
    | UnknownPage
    | ExtensionPage
    | ProofPage
    | TroublePage
}

export interface ActivePage {
  kind: 'active'
  /** Its files are those of `part`. */
  transfer: TransferView
  /** What of the files came with the page. */
  part: ContentsPart
  /** The recipient's token of the link; null where the link carries none. */
  user: string | null
  /** The link names the zip: its button is focused, and nothing starts. */
  isForZip: boolean
  /** Opened inside WeChat, whose browser saves no files. */
  isInWechat: boolean
  /** What a press without scripts was refused for. */
  problem: ProblemCode | null
  /** Shown again when somebody sees the page. `isHasty`: it came so soon that only who stays is taken for a person. */
  visit: { pass: string; isHasty: boolean }
}

/** Neither who sent it nor what: only what the link asks for. */
export interface LockedPage {
  kind: 'locked'
  slug: string
  /** As in `ActivePage`. */
  user: string | null
  challenge: 'password' | 'email' | 'code'
  /** What a form without scripts was refused for. */
  problem: ProblemCode | null
}

/** The sender has closed the link for now. */
interface PausedPage {
  kind: 'paused'
}

/** Nothing of the contents: the link no longer opens them. */
export interface ExpiredPage {
  kind: 'expired'
  slug: string
  sender: TransferView['sender']
  expiresAt: string | null
  /** As in `ActivePage`. */
  user: string | null
  step: AccessRequestStep
  /** What a form was refused for. */
  problem: ProblemCode | null
}

/** What an access request takes next: one press, an address, the code mailed to it; 'requested' today already. */
export type AccessRequestStep = 'press' | 'email' | 'code' | 'requested'

/** Nothing of the transfer: whoever else holds a recipient's link asks for one of their own. */
export interface AccessPage {
  kind: 'access'
  slug: string
  user: string
  step: AccessRequestStep
  problem: ProblemCode | null
}

/** Behind the link of a sender's mail; 'over' for every token that gives nothing. */
export type ExtensionPage =
  | { kind: 'extension'; state: 'over' }
  | {
      kind: 'extension'
      state: 'offered' | 'given'
      token: string
      wish: AccessRequestWish
      slug: string
      receiverEmail: string
      /** Epoch ms; null: not given yet, or never. */
      expiryDate: number | null
      /** It was given by the press, not by an expiry that the sender chose. */
      hasTwoDays: boolean
      problem: ProblemCode | null
    }

/** Unknown, removed and opened with a wrong token are one page, so that none tells of the others. */
export interface UnknownPage {
  kind: 'unknown'
  /** The link carries no token, so that it may be what is left of a lost mail. */
  mail: 'offered' | 'mailed' | null
  problem: ProblemCode | null
}

/** Says nothing of the link: hits and misses get the same. */
export interface ProofPage {
  kind: 'proof'
  challenge: string
}

export interface TroublePage {
  kind: 'trouble'
  code: ProblemCode
  facts: ProblemFacts
}
