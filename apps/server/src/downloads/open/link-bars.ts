/** What a link asks of whoever opens it, in this order. */
import type { HeldPasses } from './link-pass-store.ts'

export type Ask = 'password' | 'email' | 'code'

/** What is still to be shown; nothing: the link is open. `hasOpenCode`: a code is under way already. */
export function asksOf(
  transfer: { password_hash: string | null; only_proven: boolean },
  { hasPassword, provenId }: HeldPasses,
  hasOpenCode: boolean,
): Ask[] {
  const asks: Ask[] = []
  if (transfer.password_hash !== null && !hasPassword) asks.push('password')
  if (transfer.only_proven && provenId === null) asks.push(hasOpenCode ? 'code' : 'email')
  return asks
}
