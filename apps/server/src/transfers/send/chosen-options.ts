import { Problem } from '@waybill/contract/core/problems'
import { isLongEnough, PASSWORD_MIN_CHARS } from '@waybill/contract/identity/passwords'
import type { AlertMode } from '@waybill/contract/tracking/alerts'
import type { SendLater } from '@waybill/contract/transfers/send-later'
import { hashPassword } from '../../identity/accounts/index.ts'
import type { ChosenOptions } from '../draft-store.ts'
import type { SendingAccount } from '../recipients/sender-of.ts'
import { judgeSendTime } from '../schedule/judge-send-time.ts'

interface TypedOptions {
  password?: string | null | undefined
  downloadLimit?: number | null | undefined
  onlyProven?: boolean | undefined
  alerts?: AlertMode | null | undefined
  sendLater?: SendLater | null | undefined
}

export const noOptions: ChosenOptions = {
  passwordHash: null,
  downloadLimit: null,
  isOnlyProven: false,
  alerts: null,
  sendLater: null,
}

/**
 * Refuses options that the sender does not have: only an account can change them later.
 *
 * @throws Problem 'unauthenticated' | 'password-too-short'; as `judgeSendTime` does
 */
export function requireOptions(account: SendingAccount | null, typed: TypedOptions, nowMs: number): void {
  const { password, downloadLimit, onlyProven, alerts, sendLater } = typed
  if (account === null && (password ?? downloadLimit ?? alerts ?? sendLater ?? (onlyProven || null)) !== null) {
    throw new Problem('unauthenticated')
  }
  if (typeof password === 'string') requirePassword(password)
  if (sendLater) judgeSendTime(sendLater, nowMs)
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
  sendLater = null,
}: TypedOptions): Promise<ChosenOptions> {
  const passwordHash = password === null ? null : await hashPassword(password)
  return { passwordHash, downloadLimit, isOnlyProven, alerts, sendLater }
}
