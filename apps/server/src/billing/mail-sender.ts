import { dailyMails, isPaying } from '@waybill/contract/billing/plans'
import type { LiveAccount } from './allowance-store.ts'
import { mailboxMark } from './mailbox-mark.ts'

/** For whom mails go out, as limits count them. */
export interface MailSender {
  /**
   * One person: the account, and the mailbox that it or the visitor proved. Both
   * count, so that an account that is deleted and made anew, a tag, or signing out begins nothing anew.
   */
  keys: string[]
  /** Counted beside them where nobody pays; null where there is none to count, as of what the clock sends. */
  network: string | null
  isPaying: boolean
  /** What it may mail in a UTC day. */
  perDay: number
  /** Why that is less than others have. */
  isNew: boolean
}

/** An account; `network` is the one that it asks from. */
export function accountSender(live: LiveAccount, network: string | null): MailSender {
  return {
    keys: [`account:${live.id}`, `mailbox:${mailboxMark(live.email)}`],
    network,
    isPaying: isPaying(live),
    perDay: dailyMails(live),
    isNew: live.isNew,
  }
}

/**
 * The same for receipts of what others hand in to the account: they count apart, so that however much somebody hands
 * in, the account may mail as before.
 */
export const receiptSender = (live: LiveAccount): MailSender => ({
  ...accountSender(live, null),
  keys: [`receipts:${mailboxMark(live.email)}`],
})

/** Somebody without an account; `address` is proven. */
export function visitorSender({ address, network }: { address: string; network: string | null }): MailSender {
  const perDay = dailyMails({ role: 'anon', subscription: 'trialing', isNew: false })
  return { keys: [`mailbox:${mailboxMark(address)}`], network, isPaying: false, perDay, isNew: false }
}
