import { dropInvisible } from '@waybill/contract/core/invisible'
import { Problem } from '@waybill/contract/core/problems'
import { parseAddress } from '@waybill/contract/transfers/recipients'

/**
 * A typed name or company in the form for storage: one line of visible characters, so that equal looks mean equal text.
 */
export const keptText = (typed: string): string => dropInvisible(typed.replace(/\s+/g, ' ')).trim().normalize('NFC')

/** @throws Problem 'invalid-recipient' {field} */
export function keptAddress(typed: string): string {
  const parsed = parseAddress(typed)
  if ('problem' in parsed) throw new Problem('invalid-recipient', { field: 'email' })
  return parsed.address
}
