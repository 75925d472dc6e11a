import { randomInt } from 'node:crypto'
import { CODE_ALPHABET, foldCode } from '@waybill/contract/identity/codes'
import type { MasterKey } from '../../../platform/config/master-key.ts'

/** For people who have lost every second factor: ten codes, each valid once. */
const CODES = 10
/** 120 bits: as random as a key, so that a plain hash reveals nothing. */
const CHARS = 24
const GROUP = /.{6}(?=.)/g
/** Those of earlier versions had 50 bits, and are valid until they are used or replaced. */
const FORM = new RegExp(`^(?:[${CODE_ALPHABET}]{${CHARS}}|[${CODE_ALPHABET}]{10})$`)

const newCode = (): string =>
  Array.from({ length: CHARS }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')

/** As shown, in four groups. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: CODES }, newCode).map((code) => code.replace(GROUP, '$&-'))

/** The stored form of a code; null where it cannot be one. Accepts lower case, hyphens and spaces, and O for 0. */
export function hashRecoveryCode(masterKey: Pick<MasterKey, 'mac'>, accountId: string, typed: string): Buffer | null {
  const code = foldCode(typed)
  return FORM.test(code) ? Buffer.from(masterKey.mac('recovery-code', JSON.stringify([accountId, code]))) : null
}
