import { randomInt } from 'node:crypto'
import { CODE_ALPHABET, foldCode } from '@waybill/contract/codes'
import type { MasterKey } from '../config/master-key.ts'

/** For whoever has lost every second factor: ten, each good once. */
const CODES = 10
/** 50 bits, which five tries a ticket and the growing waits between them never get near. */
const CHARS = 10
const FORM = new RegExp(`^[${CODE_ALPHABET}]{${CHARS}}$`)

const newCode = (): string =>
  Array.from({ length: CHARS }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')

/** As they are shown, in two halves. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: CODES }, newCode).map((code) => `${code.slice(0, CHARS / 2)}-${code.slice(CHARS / 2)}`)

/** What is stored of one; null where it cannot be one. However it is typed: lower case, with hyphens and blanks, O for 0. */
export function hashRecoveryCode(masterKey: Pick<MasterKey, 'mac'>, accountId: string, typed: string): Buffer | null {
  const code = foldCode(typed)
  return FORM.test(code) ? Buffer.from(masterKey.mac('recovery-code', JSON.stringify([accountId, code]))) : null
}
