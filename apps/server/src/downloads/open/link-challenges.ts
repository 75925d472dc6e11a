/** The challenges of a link for its visitor, in this order. */
import type { HeldPasses } from '../grant/grant-store.ts'

export type LinkChallenge = 'password' | 'email' | 'code'

/** The remaining challenges; empty: the link is open. `hasOpenCode`: a code has already been sent. */
export function challengesOf(
  transfer: { password_hash: string | null; only_proven: boolean },
  { hasPassword, provenId }: HeldPasses,
  hasOpenCode: boolean,
): LinkChallenge[] {
  const challenges: LinkChallenge[] = []
  if (transfer.password_hash !== null && !hasPassword) challenges.push('password')
  if (transfer.only_proven && provenId === null) challenges.push(hasOpenCode ? 'code' : 'email')
  return challenges
}
