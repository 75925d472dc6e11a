import { Problem } from '@waybill/contract/core/problems'
import { isLongEnough, PASSWORD_MIN_CHARS } from '@waybill/contract/identity/passwords'
import type { AlertMode } from '@waybill/contract/tracking/alerts'
import { hashPassword } from '../../identity/accounts/index.ts'
import type { ChosenOptions } from '../draft-store.ts'
import type { SendingAccount } from '../recipients/sender-of.ts'

interface TypedOptions {
  password?: string | null | undefined
  downloadLimit?: number | null | undefined
  onlyProven?: boolean | undefined
  alerts?: AlertMode | null | undefined
}

export const noOptions: ChosenOptions = { passwordHash: null, downloadLimit: null, isOnlyProven: false, alerts: null }

/**
 * Refuses options that the sender does not have: only an account can change them later.
 *
 * @throws Problem 'unauthenticated' | 'password-too-short'
 */
export function requireOptions(account: SendingAccount | null, typed: TypedOptions): void {
  const { password, downloadLimit, onlyProven, alerts } = typed
  if (account === null && (password ?? downloadLimit ?? alerts ?? (onlyProven || null)) !== null) {
    throw new Problem('unauthenticated')
  }
  if (typeof password === 'string') requirePassword(password)
}

/** @throws Problem 'password-too-short' */
export function requirePassword(password: string): void {
  if (!isLongEnough(password)) throw new Problem('password-too-short', { minChars: PASSWORD_MIN_CHARS })
}

/** The options in the form for storage: of the password only its hash. */
export async function chooseOptions({
  password = null,
  downloadLimit = null,
  onlyProven: isOnlyProven = false,
  alerts = null,
}: TypedOptions): Promise<ChosenOptions> {
  return { passwordHash: password === null ? null : await hashPassword(password), downloadLimit, isOnlyProven, alerts }
}
