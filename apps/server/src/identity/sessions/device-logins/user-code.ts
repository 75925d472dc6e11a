import { randomInt } from 'node:crypto'
import { CODE_ALPHABET, foldCode } from '@waybill/contract/identity/codes'
import type { MasterKey } from '../../../platform/config/master-key.ts'

/** 40 random bits: of a thousand programs that wait, ten guesses find one in a hundred million cases. */
const CHARS = 8
const FORM = new RegExp(`^[${CODE_ALPHABET}]{${CHARS}}$`)

export const newUserCode = (): string =>
  Array.from({ length: CHARS }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')

/** As people read it: 'K7QM-2XTD'. */
export const shownUserCode = (code: string): string => `${code.slice(0, CHARS / 2)}-${code.slice(CHARS / 2)}`

/**
 * The stored form of a typed code; null for a text that is none. The key is the server's, so that a stolen table cannot
 * be searched for it.
 */
export function hashUserCode(masterKey: Pick<MasterKey, 'mac'>, typed: string): Uint8Array | null {
  const code = foldCode(typed)
  return FORM.test(code) ? masterKey.mac('device-code', code) : null
}
