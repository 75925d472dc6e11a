import { expect, test } from 'vitest'
import { hashPassword, isPassword, passwordWork } from './password-hash.ts'

test('hashes with argon2id, 19 MiB, two passes, one lane and its own salt', async () => {
  const [one, other] = await Promise.all([hashPassword('a password'), hashPassword('a password')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(other)
  expect(await isPassword('a password', one)).toBe(true)
  expect(await isPassword('a Password', one)).toBe(false)
})

test('does the same work without a hash, and accepts nothing', async () => {
  const before = passwordWork.begun
  expect(await isPassword('a password', null)).toBe(false)
  expect(await isPassword('', null)).toBe(false)
  expect(passwordWork.begun - before).toBe(2)
})

test('treats an accent alike, however it was composed', async () => {
  const made = await hashPassword('caf\u00e9')
  expect(await isPassword('cafe\u0301', made)).toBe(true)
  expect(await isPassword('cafe', made)).toBe(false)
})

test('tells some of too many concurrent callers to retry, and judges a familiar one', async () => {
  const made = await hashPassword('a password')
  const strangers = Array.from({ length: 100 }, () =>
    isPassword('a guess', made).catch((error: { code: string }) => error.code),
  )
  expect(await isPassword('a password', made, { isFamiliar: true })).toBe(true)
  const answers = await Promise.all(strangers)
  expect(answers.filter((answer) => answer === false).length).toBeGreaterThanOrEqual(32)
  expect(answers.filter((answer) => answer === 'busy').length).toBeGreaterThanOrEqual(100 - 32 - 4)
})
