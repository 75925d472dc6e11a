/** Who asks a sender for something. */
export interface AccessRequester {
  /** The address that their personal link was mailed to; null on a link that anyone may open. */
  linkAddress: string | null
  /** The account's own address; null for a visitor. */
  accountAddress: string | null
  /** The address that they typed, as `parseAddress` returns it; null where none was typed. */
  typedAddress: string | null
}

/** Only a personal link can have been forwarded, so only its holders may ask for a link of their own. */
export const mayAskForAccess = ({ linkAddress }: Pick<AccessRequester, 'linkAddress'>): boolean => linkAddress !== null

/**
 * The address in whose name somebody asks without proving it by a code: that of a personal link for more time, and the
 * account's own where they typed it. Null: they have to prove one.
 */
export function addressWithoutCode(requester: AccessRequester, kind: 'time' | 'access'): string | null {
  const { linkAddress, accountAddress, typedAddress } = requester
  if (kind === 'time' && linkAddress !== null) return linkAddress
  return typedAddress !== null && typedAddress === accountAddress ? accountAddress : null
}
