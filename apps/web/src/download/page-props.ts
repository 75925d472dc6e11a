import type { Language } from '@waybill/contract/fields'
import type { ProblemCode, ProblemFacts } from '@waybill/contract/problems'
import type { TransferView } from '@waybill/contract/transfers'

/** What the server knows when it renders the recipient's page; the browser hydrates from the same. */
export interface DownloadPageProps {
  language: Language
  /** Where people are told to write. */
  supportEmail: string
  page: ActivePage | LockedPage | PausedPage | ExpiredPage | UnknownPage | ProofPage | TroublePage
}

export interface ActivePage {
  kind: 'active'
  transfer: TransferView
  /** The recipient's token of the link; null where the link carries none. */
  user: string | null
  /** The link names the zip: its button is focused, and nothing starts. */
  isForZip: boolean
  /** Opened inside WeChat, whose browser saves no files. */
  isInWechat: boolean
  /** What a press without scripts was refused for. */
  problem: ProblemCode | null
}

/** Neither who sent it nor what: only what the link asks for. */
export interface LockedPage {
  kind: 'locked'
  slug: string
  /** As in `ActivePage`. */
  user: string | null
  ask: 'password' | 'email' | 'code'
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
}

/** Unknown, removed and opened with a wrong token are one page, so that none tells of the others. */
interface UnknownPage {
  kind: 'unknown'
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

/** Paths of the built client that the page loads, and the nonce of this answer. */
export interface PageAssets {
  nonce: string
  script: string
  /** Chunks the script imports, so that they are asked for together. */
  modules: string[]
  styles: string[]
  fonts: string[]
}

/** The whole HTML document. */
export type RenderDownloadPage = (props: DownloadPageProps, assets: PageAssets) => string
