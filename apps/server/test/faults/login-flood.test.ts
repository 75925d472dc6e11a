/** A thousand wrong logins at once, each for another address from another network: everybody else can continue. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Answer, makeTestApp, type TestApp } from '#test/app/test-app'
import { makeAccount, PASSWORD } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { passwordWork } from '../../src/identity/accounts/index.ts'

vi.setConfig({ testTimeout: 120_000 })

const WRONG_LOGINS = 1_000
const AT_ONCE = 80

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(async () => {
  await app.close()
})

const guess = (i: number): Promise<Answer> =>
  app.call('logIn', {
    body: { email: `nobody-${i}@example.com`, password: 'a guess' },
    headers: { 'x-forwarded-for': `198.${18 + (i >> 8)}.${i & 255}.7` },
  })

test('serves signed-in people, signs known browsers in, and judges few of the flood', async () => {
  const account = await makeAccount(app)
  const { address } = account
  const owner = makePerson(app)
  const logIn = () => owner.call('logIn', { body: { email: address, password: PASSWORD } })
  expect(await logIn()).toMatchObject({ status: 200 })
  const before = passwordWork.begun

  let next = 0
  let isOver = false
  const codes = new Map<string, number>()
  const flood = Array.from({ length: AT_ONCE }, async () => {
    while (next < WRONG_LOGINS) {
      const { body } = await guess(next++)
      codes.set(body.code, (codes.get(body.code) ?? 0) + 1)
      // One process sends and answers here: an immediate answer must leave time for the others.
      if (body.code === 'busy') await pause(20)
    }
  })
  const others = async () => {
    let rounds = 0
    while (!isOver) {
      expect(await account.call('listSessions')).toMatchObject({ status: 200 })
      expect(await logIn()).toMatchObject({ status: 200 })
      expect(await owner.call('refreshSession')).toMatchObject({ status: 200 })
      rounds += 1
    }
    return rounds
  }
  const othersDone = others()
  await Promise.all(flood)
  isOver = true
  const rounds = await othersDone

  expect(rounds).toBeGreaterThan(0)
  expect([...codes.keys()].sort()).toEqual(['busy', 'login-refused'])
  expect(passwordWork.begun - before).toBe((codes.get('login-refused') ?? 0) + rounds)
})
