import { Problem } from '@waybill/contract/core/problems'
import { parseAddress } from '@waybill/contract/transfers/recipients'

/** The typed sender address as it is stored and compared; Problem 'invalid-recipient' where it is none. */
export function senderAddressOf(typed: string): string {
  const parsed = parseAddress(typed)
  if ('problem' in parsed) throw new Problem('invalid-recipient', { field: 'email' })
  return parsed.address
}
