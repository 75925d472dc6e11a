import { randomInt, timingSafeEqual } from 'node:crypto'
import { CODE_ALPHABET, CODE_LENGTH } from '@waybill/contract/identity/codes'
import type { MasterKey } from '../../platform/config/master-key.ts'

/** 5 of 32 symbols from a CSPRNG: 33.5 million codes, so that five tries succeed once in 6.7 million. */
export const newSenderCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')

export interface CodePlace {
  id: string
  address: string
  deviceId: string
}

/**
 * The stored form of a code. Its place is part of the HMAC, so that it proves this address in this browser and nothing
 * else; the key is the server's, so that a stolen table cannot be searched for it.
 */
export const hashSenderCode = (masterKey: Pick<MasterKey, 'mac'>, place: CodePlace, code: string): Uint8Array =>
  masterKey.mac('sender-code', JSON.stringify([place.id, place.address, place.deviceId, code]))

/** In constant time. */
export const isSameHash = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other)
