import { parseAddress } from '@waybill/contract/transfers/recipients'
import { UsageError } from './command.ts'

/** @throws UsageError */
export function typedAddress(typed: string | undefined): string {
  const parsed = parseAddress(typed ?? '')
  if ('problem' in parsed) throw new UsageError(`'${typed ?? ''}' is not an email address.`)
  return parsed.address
}
