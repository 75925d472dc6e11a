import { Secret, TOTP } from 'otpauth'
import type { MasterKey } from '../../../platform/config/master-key.ts'

/**
 * Codes of authenticator apps (RFC 6238) in the only form that every app supports: SHA-1, six digits, 30 seconds. The
 * previous and next codes are valid too, for clocks that are slightly off.
 */
const PERIOD_SECONDS = 30
const WINDOW = 1
const SECRET_BYTES = 20
const FORM = /^\d{6}$/

export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: 'Waybill', label, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS })

/** The content of an app's QR code. */
export const totpUri = (secret: string, address: string): string => totpOf(secret, address).toString()

/** The time step, counted since 1970, of the code; null where it is none of the three. */
export function totpStepOf(secret: string, code: string, nowMs: number): number | null {
  if (!FORM.test(code)) return null
  const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window: WINDOW })
  return delta === null ? null : Math.floor(nowMs / 1_000 / PERIOD_SECONDS) + delta
}

/** Bound to its account. */
const purposeOf = (accountId: string) => `totp/${accountId}`

export const sealTotp = (masterKey: Pick<MasterKey, 'seal'>, accountId: string, secret: string): Buffer =>
  Buffer.from(masterKey.seal(purposeOf(accountId), secret))

export const openTotp = (masterKey: Pick<MasterKey, 'open'>, accountId: string, sealed: Uint8Array): string =>
  masterKey.open(purposeOf(accountId), sealed)
