import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, makeTestApp, type TestApp } from '#test/app/test-app'
import { NEW_PASSWORD, PASSWORD } from '#test/people/account-person'
import { makePerson, type Person } from '#test/people/people'
import { bearerOf, mailedResetTokens, sessionCookie, signedUp } from '#test/people/signing-up'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(async () => {
  await app.close()
})

/** The answer to a send under the person's own address where nobody is signed in. */
async function sendsAsVisitor(person: Person): Promise<'planned' | 'sender-unproven'> {
  const body = person.draft({ files: [{ path: 'a.txt', content: Buffer.from('a') }] })
  const answer = await person.call('planTransfer', { body })
  return answer.status === 200 ? 'planned' : answer.body.code
}

/** Like `prove`, as if no code had been requested before. */
async function proveAgain(person: Person): Promise<void> {
  await app.ctx.db.deleteFrom('code_mails').execute()
  await person.prove()
}

/** One account in three browsers: signed in on two, with its address proven in all three. */
async function inThreeBrowsers() {
  const { person: laptop, answer: onLaptop } = await signedUp(app)
  const phone = makePerson(app, laptop.address)
  await proveAgain(phone)
  const onPhone = await phone.call('logIn', { body: { email: laptop.address, password: PASSWORD } })
  const office = makePerson(app, laptop.address)
  await proveAgain(office)
  return { laptop, phone, office, onLaptop, onPhone }
}
type Three = Awaited<ReturnType<typeof inThreeBrowsers>>

async function reset({ laptop, office }: Three): Promise<Answer> {
  await app.ctx.db.deleteFrom('code_mails').execute()
  await office.call('requestReset', { body: { email: laptop.address } })
  const [token] = await mailedResetTokens(app, laptop.address)
  return office.call('resetPassword', { body: { token, password: NEW_PASSWORD } })
}

test.each<[string, (three: Three) => Promise<Answer>, Partial<Record<'laptop' | 'phone' | 'office', true>>]>([
  ['signing out oneself', ({ phone }) => phone.call('logOut'), { laptop: true, office: true }],
  [
    'signing another device out',
    ({ laptop, onLaptop, onPhone }) =>
      laptop.call('endSession', { params: { session: onPhone.body.refreshToken }, headers: bearerOf(onLaptop) }),
    { laptop: true, office: true },
  ],
  [
    'signing out everywhere else',
    ({ laptop, onLaptop }) => laptop.call('endOtherSessions', { headers: bearerOf(onLaptop) }),
    { laptop: true },
  ],
  [
    'a new password',
    ({ laptop, onLaptop }) =>
      laptop.call('changePassword', {
        body: { currentPassword: PASSWORD, password: NEW_PASSWORD },
        headers: bearerOf(onLaptop),
      }),
    { laptop: true },
  ],
  ['a password that was forgotten', reset, {}],
  [
    'a session’s token that was copied',
    async ({ phone, onPhone }) => {
      const copied = sessionCookie(onPhone)?.split('=')[1] ?? ''
      for (let i = 0; i < 2; i++) await phone.call('refreshSession')
      phone.keepCookie('waybill_session', copied)
      return phone.call('refreshSession')
    },
    { laptop: true, office: true },
  ],
])('%s revokes the proofs of the account’s address there', async (_how, act, kept) => {
  const three = await inThreeBrowsers()
  const stranger = makePerson(app)
  await stranger.prove()
  const answer = await act(three)
  expect([200, 204, 401]).toContain(answer.status)
  const told = { laptop: 'sender-unproven', phone: 'sender-unproven', office: 'sender-unproven' }
  for (const name of Object.keys(told) as (keyof typeof told)[]) {
    expect(`${name} ${await sendsAsVisitor(three[name])}`).toBe(`${name} ${kept[name] ? 'planned' : told[name]}`)
  }
  expect(await sendsAsVisitor(stranger)).toBe('planned')
  await proveAgain(three.phone)
  expect(await sendsAsVisitor(three.phone)).toBe('planned')
})

test('logging in again in the same browser revokes nothing', async () => {
  const { phone, laptop } = await inThreeBrowsers()
  await phone.call('logIn', { body: { email: laptop.address, password: PASSWORD } })
  expect(await sendsAsVisitor(phone)).toBe('planned')
})
