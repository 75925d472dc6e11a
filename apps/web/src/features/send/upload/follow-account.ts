import { isAnonymous } from '@waybill/contract/billing/plans'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import { DEFAULT_EXPIRY_SECONDS, expiryAllowed, isExpirySeconds } from '@waybill/contract/transfers/expiry'
import { accountNow, watchAccount } from '../../../shared/api/session.ts'
import { changeDraft, type Sender, visitor } from '../../../shared/drafts/draft.ts'
import { readQuickSend, setQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { readKept } from '../../../shared/storage/kept.ts'

/** Keeps the draft's sender the signed-in account: its address, plan and defaults. Returns a function that stops it. */
export function followAccount(): () => void {
  adopt()
  return watchAccount(adopt)
}

function adopt(): void {
  const account = accountNow()
  if (account === undefined) return
  const { draft, screen } = readQuickSend()
  if (account === null && isAnonymous(draft.role)) return
  const sender = account === null ? visitor(readKept('sender') ?? '') : senderOf(account)
  if (sender.role === draft.role && sender.email === draft.senderEmail) return
  const isBarred = screen === 'limit' || screen === 'code'
  // What kept one account from sending says nothing about the other.
  const reopened = isBarred ? { screen: 'form' as const, limit: null } : {}
  setQuickSend({ draft: changeDraft(draft, { kind: 'become', sender }), ...reopened })
}

export function senderOf({ role, email, transferSettings }: User): Sender {
  const { expirySeconds, ...others } = transferSettings
  const isOpen = isExpirySeconds(expirySeconds) && expiryAllowed(role, expirySeconds)
  return { role, email, ...others, expirySeconds: isOpen ? expirySeconds : DEFAULT_EXPIRY_SECONDS }
}
