import { dailyMails, isPaying } from '@waybill/contract/billing/plans'
import type { LiveAccount } from './allowance-store.ts'
import { mailboxMark } from './mailbox-mark.ts'

/** The sender of mails, as limits count it. */
export interface MailSender {
  /**
   * One sender: the workspace, and the mailbox that its account or the visitor proved. Both count, so that a new account after a
   * deletion, a tag, or signing out starts no new count.
   */
  keys: string[]
  /** Counted in addition for free senders; null where there is none, as for scheduled mails. */
  network: string | null
  isPaying: boolean
  /** The most mails in a UTC day. */
  perDay: number
  /** Why that is less than for others. */
  isNew: boolean
}

/** An account; `network` is the network of its call. */
export function accountSender(live: LiveAccount, network: string | null): MailSender {
  return {
    keys: [`workspace:${live.workspaceId}`, `mailbox:${mailboxMark(live.email)}`],
    network,
    isPaying: isPaying(live),
    perDay: dailyMails(live),
    isNew: live.isNew,
  }
}

/**
 * The same for receipts of submissions to the account: they count separately, so that the account may mail as before
 * however much is submitted.
 */
export const receiptSender = (live: LiveAccount): MailSender => ({
  ...accountSender(live, null),
  keys: [`receipts:${mailboxMark(live.email)}`],
})

/** A sender without an account; `address` is proven. */
export function visitorSender({ address, network }: { address: string; network: string | null }): MailSender {
  const perDay = dailyMails({ role: 'anon', subscription: 'trialing', isNew: false })
  return { keys: [`mailbox:${mailboxMark(address)}`], network, isPaying: false, perDay, isNew: false }
}
