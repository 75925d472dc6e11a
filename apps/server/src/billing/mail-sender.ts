import { dailyMails, isPaying } from '@waybill/contract/billing/plans'
import type { LiveAccount } from './allowance-store.ts'
import { mailboxMark } from './mailbox-mark.ts'

/** The sender of mails, as limits count it. */
export interface MailSender {
  /**
   * One sender: the workspace, and the mailbox that its account or the visitor proved. Both count, so that a new account
   * after a deletion, a tag, or signing out starts no new count. Each has its own limit: a new member does not lower
   * the team's.
   */
  keys: ReadonlyMap<string, DayLimit>
  /** Counted in addition for free senders; null where there is none, as for scheduled mails. */
  network: string | null
  isPaying: boolean
}

export interface DayLimit {
  /** The most mails in a UTC day. */
  perDay: number
  /** Why that is less than for others. */
  isNew: boolean
}

const limitOf = ({ role, subscription }: LiveAccount, isNew: boolean): DayLimit => ({
  perDay: dailyMails({ role, subscription, isNew }),
  isNew,
})

/** An account; `network` is the network of its call. */
export function accountSender(live: LiveAccount, network: string | null): MailSender {
  return {
    keys: new Map([
      [`workspace:${live.workspaceId}`, limitOf(live, live.isAdminNew)],
      [`mailbox:${mailboxMark(live.email)}`, limitOf(live, live.isNew)],
    ]),
    network,
    isPaying: isPaying(live),
  }
}

/**
 * The same for receipts of submissions to the account: they count separately, so that the account may mail as before
 * however much is submitted.
 */
export const receiptSender = (live: LiveAccount): MailSender => ({
  ...accountSender(live, null),
  keys: new Map([[`receipts:${mailboxMark(live.email)}`, limitOf(live, live.isNew)]]),
})

/** A sender without an account; `address` is proven. */
export function visitorSender({ address, network }: { address: string; network: string | null }): MailSender {
  const perDay = dailyMails({ role: 'anon', subscription: 'trialing', isNew: false })
  const keys = new Map([[`mailbox:${mailboxMark(address)}`, { perDay, isNew: false }]])
  return { keys, network, isPaying: false }
}
