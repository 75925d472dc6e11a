import { randomInt } from 'node:crypto'
import { LIFETIME_CODE_LENGTH } from '@waybill/contract/billing/lifetime'
import { CODE_ALPHABET } from '@waybill/contract/identity/codes'
import type { MasterKey } from '../platform/config/master-key.ts'

/** A new code of the lifetime deal, folded: 80 random bits. */
export const newLifetimeCode = (): string =>
  Array.from({ length: LIFETIME_CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')

/** The stored form of a folded code: without the master key nobody can recover the code, or test guesses against it. */
export const macOfLifetimeCode = (masterKey: Pick<MasterKey, 'mac'>, code: string): Uint8Array =>
  masterKey.mac('lifetime-code', code)
