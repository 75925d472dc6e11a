import type { PageProps } from '../core/page.ts'
import type { ProblemCode, ProblemFacts } from '../core/problems.ts'
import type { AccessRequestKind } from '../transfers/access-request-endpoints.ts'
import type { TransferView } from '../transfers/transfer-view.ts'
import type { ContentsPart } from './endpoints.ts'

/** What the server knows when it renders the recipient's page; the browser hydrates from the same data. */
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
  /** The files that came with the page. */
  part: ContentsPart
  /** The recipient's token of the link; null where the link has none. */
  user: string | null
  /** The link names the zip: the page focuses its button and starts nothing. */
  isForZip: boolean
  /** Opened inside WeChat, whose browser saves no files. */
  isInWechat: boolean
  /** Why the server refused a form without scripts. */
  problem: ProblemCode | null
  /** What loads the thumbnails of its files: their paths are `/thumbnails/{slug}/{pass}/{file}`. */
  picturePass: string
  /** Its files can be looked at without downloading them; false where downloads are limited. */
  hasPreviews: boolean
  /** The recording whose button was pressed without scripts, and its granted link. */
  playing: { file: string; url: string } | null
  /**
   * Sent back when a person sees the page. `isHasty`: it came so soon that only a visitor who stays counts as a person.
   */
  visit: { pass: string; isHasty: boolean }
}

/** Tells neither the sender nor the contents: only what the link requires. */
export interface LockedPage {
  kind: 'locked'
  slug: string
  /** As in `ActivePage`. */
  user: string | null
  challenge: 'password' | 'email' | 'code'
  /** Why the server refused a form without scripts. */
  problem: ProblemCode | null
}

/** The sender has paused the link. */
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
  /** Why the server refused a form. */
  problem: ProblemCode | null
}

/**
 * What an access request needs next: one click, an address, or the code mailed to it; 'requested': already made today.
 */
export type AccessRequestStep = 'press' | 'email' | 'code' | 'requested'

/** Nothing of the transfer: any other holder of a recipient's link asks for a separate one. */
export interface AccessPage {
  kind: 'access'
  slug: string
  user: string
  step: AccessRequestStep
  problem: ProblemCode | null
}

/** Behind the link of a sender's mail; 'over' for every token that grants nothing. */
export type ExtensionPage =
  | { kind: 'extension'; state: 'over' }
  | {
      kind: 'extension'
      state: 'offered' | 'given'
      token: string
      accessRequestKind: AccessRequestKind
      slug: string
      receiverEmail: string
      /** Epoch ms; null: not granted yet, or never. */
      expiryDate: number | null
      /** The click granted it, not an expiry that the sender chose. */
      hasTwoDays: boolean
      problem: ProblemCode | null
    }

/** Unknown links, removed ones and wrong tokens get one page, so that none reveals the others. */
export interface UnknownPage {
  kind: 'unknown'
  /** The link has no token, so it may be what remains of a lost mail. */
  mail: 'offered' | 'mailed' | null
  problem: ProblemCode | null
}

/** Says nothing about the link: known and unknown ones get the same. */
export interface ProofPage {
  kind: 'proof'
  challenge: string
}

export interface TroublePage {
  kind: 'trouble'
  code: ProblemCode
  facts: ProblemFacts
}
