import { Problem } from '@waybill/contract/core/problems'
import { parseAddress } from '@waybill/contract/transfers/recipients'

/** The typed sender address in the form for storage and comparison; Problem 'invalid-recipient' where it is invalid. */
export function senderAddressOf(typed: string): string {
  const parsed = parseAddress(typed)
  if ('problem' in parsed) throw new Problem('invalid-recipient', { field: 'email' })
  return parsed.address
}
