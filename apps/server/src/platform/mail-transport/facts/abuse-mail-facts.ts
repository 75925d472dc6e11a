import type { ReportDecision, ReportReason } from '@waybill/contract/abuse/reports'
import type { Followed } from './mail-facts.ts'

/** Of the mails about reported transfers. */
export interface AbuseMailFacts {
  /** To the operator: the first report of a transfer that has no undecided one, or one that stops the sender's mails. */
  'transfer-reported': {
    slug: string
    sender: { address: string; isProven: boolean }
    reason: ReportReason
    text: string
    /** Not proven; null: none was given. */
    reporter: string | null
    /** The reports at the operator's desk. */
    link: string
    /** How many complained about the sender's mails, where this report has stopped them. */
    complainers?: number | undefined
  }
  /** To a recipient who was told of a transfer: the virus scanner found something in a file of it. */
  'infected-arrived': { slug: string; sender: { address: string }; path: string; bytes: number; link: string }
  /** To a sender: the operator closed a transfer after reports, and what else is blocked with it. */
  'transfer-blocked': Followed & {
    slug: string
    decision: Exclude<ReportDecision, 'dismiss'>
    reasons: ReportReason[]
    supportEmail: string
  }
}

/** Why a file is withdrawn: none of these, it differs from what was sent. `isCleared`: an infected one opens again. */
export interface WithdrawnBecause {
  isBlocked?: boolean
  isInfected?: boolean
  isCleared?: boolean
}
