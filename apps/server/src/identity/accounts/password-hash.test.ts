import { expect, test } from 'vitest'
import { hashPassword, isPassword, passwordWork } from './password-hash.ts'

test('a hash is argon2id with 19 MiB, two passes and one lane, and its own salt', async () => {
  const [one, other] = await Promise.all([hashPassword('a password'), hashPassword('a password')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(other)
  expect(await isPassword('a password', one)).toBe(true)
  expect(await isPassword('a Password', one)).toBe(false)
})

test('where there is no hash the same work is done, and nothing is right', async () => {
  const before = passwordWork.begun
  expect(await isPassword('a password', null)).toBe(false)
  expect(await isPassword('', null)).toBe(false)
  expect(passwordWork.begun - before).toBe(2)
})

test('an accent is one, however it was composed', async () => {
  const made = await hashPassword('caf\u00e9')
  expect(await isPassword('cafe\u0301', made)).toBe(true)
  expect(await isPassword('cafe', made)).toBe(false)
})

test('of too many at once the last are told to come again; those known to the account wait apart and go first', async () => {
  const made = await hashPassword('a password')
  const ended: string[] = []
  const ask = (who: string, isFamiliar: boolean) =>
    isPassword('a guess', made, { isFamiliar }).then(
      () => ended.push(who),
      (error) => ended.push(`${who} ${error.code}`),
    )
  const strangers = Array.from({ length: 100 }, () => ask('stranger', false))
  const owner = ask('owner', true)
  await Promise.all([...strangers, owner])
  const refused = ended.filter((who) => who === 'stranger busy').length
  expect(refused).toBeGreaterThanOrEqual(100 - 32 - 4)
  expect(refused).toBeLessThan(100 - 32)
  // Before half of those who wait: which lane ends first is the machine's.
  expect(ended.indexOf('owner')).toBeLessThan(refused + 18)
  expect(await isPassword('a password', made)).toBe(true)
})
