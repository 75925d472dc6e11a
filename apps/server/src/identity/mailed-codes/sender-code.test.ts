import { CODE_ALPHABET, isCode } from '@waybill/contract/identity/codes'
import { expect, test } from 'vitest'
import { masterKeyOf } from '../../platform/config/master-key.ts'
import { hashSenderCode, isSameHash, newSenderCode } from './sender-code.ts'

const key = masterKeyOf(new Uint8Array(32).fill(1))
const place = { id: 'one', address: 'ada@lovelace.example', deviceId: 'device' }

test('generates codes of 5 of the 32 symbols, each about equally often', () => {
  const codes = Array.from({ length: 6_400 }, newSenderCode)
  expect(codes.every(isCode)).toBe(true)
  const seen = new Map<string, number>()
  for (const symbol of codes.join('')) seen.set(symbol, (seen.get(symbol) ?? 0) + 1)
  expect(seen.size).toBe(CODE_ALPHABET.length)
  // 1,000 expected of each; 6 standard deviations.
  for (const count of seen.values()) expect(Math.abs(count - 1_000)).toBeLessThan(190)
})

test('proves one code at one place under one key with a hash', () => {
  const hash = hashSenderCode(key, place, '7K2QX')
  expect(isSameHash(hash, hashSenderCode(key, { ...place }, '7K2QX'))).toBe(true)
  const others = [
    hashSenderCode(key, place, '7K2QY'),
    hashSenderCode(key, { ...place, id: 'two' }, '7K2QX'),
    hashSenderCode(key, { ...place, address: 'eve@evil.example' }, '7K2QX'),
    hashSenderCode(key, { ...place, deviceId: 'other' }, '7K2QX'),
    hashSenderCode(masterKeyOf(new Uint8Array(32).fill(2)), place, '7K2QX'),
  ]
  for (const other of others) expect(isSameHash(hash, other)).toBe(false)
  expect(isSameHash(hash, new Uint8Array(4))).toBe(false)
})

test('hashes differently when text moves from one field to the next', () => {
  const one = hashSenderCode(key, { ...place, address: 'a', deviceId: 'bc' }, '7K2QX')
  const two = hashSenderCode(key, { ...place, address: 'ab', deviceId: 'c' }, '7K2QX')
  expect(isSameHash(one, two)).toBe(false)
})
