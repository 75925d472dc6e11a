/** Sessions, passwords and tries over two servers on one database: a decision in one applies in the other. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { rounds } from '#test/app/rounds'
import { type Answer, makeTestApp, makeTwin, type TestApp } from '#test/app/test-app'
import { makeAccount, PASSWORD } from '#test/people/account-person'
import { showWork } from '#test/people/guessing'
import { makePerson } from '#test/people/people'
import { bearerOf, sessionCookie } from '#test/people/signing-up'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const ROUNDS = rounds(12, 50)

let one: TestApp
let two: TestApp

beforeAll(async () => {
  one = await makeTestApp()
  two = await makeTwin(one)
})
afterAll(async () => {
  await two.close()
  await one.close()
})

const appOf = (i: number) => (i % 2 ? two : one)
const refresh = (app: TestApp, cookie: string) => app.call('refreshSession', { headers: { cookie } })
const signedOut = { status: 401, body: { code: 'signed-out' } }

async function signedIn(): Promise<{ address: string; answer: Answer; cookie: string }> {
  const { address } = await makeAccount(one)
  const answer = await makePerson(one).call('logIn', { body: { email: address, password: PASSWORD } })
  return { address, answer, cookie: sessionCookie(answer) ?? '' }
}

test(`makes one successor and signs nobody out with twenty concurrent refreshes over both, in ${ROUNDS} rounds`, async () => {
  let { cookie } = await signedIn()
  for (let round = 0; round < ROUNDS; round++) {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => refresh(appOf(i), cookie)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const successors = new Set(answers.map(sessionCookie))
    expect(successors.size).toBe(1)
    cookie = [...successors][0] ?? ''
    expect(cookie).toContain(`.${round + 2}.`)
  }
})

test('ends the session on both for the first token after the third, and tells its owner once', async () => {
  const { address, answer, cookie } = await signedIn()
  const second = await refresh(two, cookie)
  const third = await refresh(one, sessionCookie(second) ?? '')
  const replays = await Promise.all(Array.from({ length: 16 }, (_, i) => refresh(appOf(i), cookie)))
  for (const replay of replays) expect(replay).toMatchObject(signedOut)
  for (const app of [one, two]) {
    expect(await refresh(app, sessionCookie(third) ?? '')).toMatchObject(signedOut)
    for (const token of [answer, second, third]) {
      expect(await app.call('listSessions', { headers: bearerOf(token) })).toMatchObject(signedOut)
    }
  }
  expect(
    (await one.mails(address)).filter(({ subject }) => subject === 'We signed out one of your browsers'),
  ).toHaveLength(1)
})

test('ends a session in the other that was ended through one', async () => {
  const { answer, cookie } = await signedIn()
  expect(await one.call('logOut', { headers: { cookie } })).toMatchObject({ status: 204 })
  expect(await two.call('listSessions', { headers: bearerOf(answer) })).toMatchObject(signedOut)
  expect(await refresh(two, cookie)).toMatchObject(signedOut)
})

test('sets one password with a reset token used 32 times at once over both', async () => {
  const { address } = await signedIn()
  await one.call('requestReset', { body: { email: address } })
  const [mail] = await one.mails(address)
  const token = /\?t=([\w-]{43})$/m.exec(mail?.text ?? '')?.[1] ?? ''
  const answers = await Promise.all(
    Array.from({ length: 32 }, (_, i) =>
      appOf(i).call('resetPassword', { body: { token, password: `the password number ${i}` } }),
    ),
  )
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  for (const { status, body } of answers) if (status !== 204) expect(body.code).toBe('reset-refused')
})

test('judges twenty of 64 concurrent guesses over both without work, and one for one proof', async () => {
  const { address } = await signedIn()
  const guess = (i: number) =>
    appOf(i).call('logIn', {
      body: { email: address, password: 'a guess' },
      headers: { 'x-forwarded-for': `198.18.${i}.7` },
    })
  const judged = (answers: Answer[]) => answers.filter(({ status }) => status === 401)
  const first = await Promise.all(Array.from({ length: 32 }, (_, i) => guess(i)))
  const second = await Promise.all(Array.from({ length: 32 }, (_, i) => guess(32 + i)))
  expect(judged([...first, ...second])).toHaveLength(20)
  const stranger = makePerson(one)
  const asked = await stranger.call('logIn', { body: { email: address, password: 'a guess' } })
  expect(asked.body.code).toBe('proof-required')
  await showWork(stranger, asked.body.facts.challenge)
  const headers = stranger.headers()
  const paid = await Promise.all(
    Array.from({ length: 32 }, (_, i) =>
      appOf(i).call('logIn', { body: { email: address, password: 'a guess' }, headers }),
    ),
  )
  expect(judged(paid)).toHaveLength(1)
})

test('sends a mailbox one code mail for 50 concurrent calls over both, five an hour, and then requires work', async () => {
  const address = 'wanted@two.example'
  const ask = (i: number) =>
    appOf(i).call('requestSenderCode', {
      body: { email: address.replace('@', `+${i}@`) },
      headers: { 'x-forwarded-for': `198.19.${i}.7` },
    })
  let mailed = 0
  for (let round = 0; round < 6; round++) {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => ask(i)))
    mailed += answers.filter(({ status }) => status === 200).length
    expect(mailed).toBe(Math.min(round + 1, 5))
    if (round < 5) await one.passTime(3_000)
    else expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set(['proof-required']))
  }
})
