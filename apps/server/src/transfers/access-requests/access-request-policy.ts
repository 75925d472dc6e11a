/** Who asks a sender for something, or answers for the sender. */
interface Caller {
  /** The address that their personal link was mailed to; null on a link that anyone may open. */
  linkAddress?: string | null
  /** The account's own address; null for a visitor. */
  accountAddress?: string | null
  /** The address that they typed, as `parseAddress` returns it; null where none was typed. */
  typedAddress?: string | null
  isSuspended?: boolean
}

type Act = 'ask' | 'ask-without-code' | 'grant'

/**
 * Who may ask for a link of their own, or for more time; who of them need not prove an address by a code; and whether
 * the sender may grant it. Only a personal link can have been forwarded, so only its holders may ask for access.
 */
export function may(caller: Caller, act: Act, kind: 'time' | 'access'): boolean {
  const { linkAddress = null, accountAddress = null, typedAddress = null, isSuspended = false } = caller
  if (act === 'grant') return !isSuspended
  if (act === 'ask') return kind === 'time' || linkAddress !== null
  return (kind === 'time' && linkAddress !== null) || (typedAddress !== null && typedAddress === accountAddress)
}
