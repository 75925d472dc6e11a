import { expect, test } from 'vitest'
import { signDelivery } from './sign-delivery.ts'

test('signs any text with the known signature', () => {
  expect(signDelivery(['whsec_test'], 1_700_000_000, '{"kind":"test"}')).toBe(
    't=1700000000,v1=94f5692e57a0c550df2b9a1b63fcb9a1aab3b8c1b4c7776a94f40fa745a70389',
  )
})

test('signs with two secrets together, and differently for another time, text or secret', () => {
  const one = signDelivery(['a'], 1, 'x')
  expect(signDelivery(['a', 'b'], 1, 'x')).toBe(`${one},${signDelivery(['b'], 1, 'x').split(',')[1]}`)
  const others = [signDelivery(['a'], 2, 'x'), signDelivery(['a'], 1, 'y'), signDelivery(['b'], 1, 'x')]
  expect(new Set([one, ...others].map((text) => text.split(',')[1])).size).toBe(4)
})
