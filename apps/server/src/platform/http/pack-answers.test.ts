import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, makeTestApp, type TestApp } from '#test/app/test-app'
import { makeAccount, PASSWORD } from '#test/people/account-person'
import { makePerson, type Person } from '#test/people/people'
import { bearerOf } from '#test/people/signing-up'
import { acceptsGzip } from './pack-answers.ts'

let app: TestApp
let person: Person
let signedIn: Answer
beforeAll(async () => {
  app = await makeTestApp()
  const { address } = await makeAccount(app)
  person = makePerson(app)
  signedIn = await person.call('logIn', { body: { email: address, password: PASSWORD } })
})
afterAll(() => app.close())

const encodingOf = ({ headers }: Answer) => headers.get('content-encoding')
const readAccount = (accepted: string) =>
  person.call('readAccount', { headers: { ...bearerOf(signedIn), 'accept-encoding': accepted } })

test('compresses the JSON of an account’s call where the client takes that', async () => {
  const [packed, plain] = [await readAccount('gzip, br'), await readAccount('identity')]
  expect([encodingOf(packed), encodingOf(plain)]).toEqual(['gzip', null])
  expect(packed.body).toEqual(plain.body)
  expect(Number(packed.headers.get('content-length'))).toBeLessThan(Number(plain.headers.get('content-length')))
  for (const { headers } of [packed, plain]) expect(headers.get('vary')).toBe('Accept-Encoding')
})

test('compresses what is new for visitors too, who sign nothing', async () => {
  const read = (accepted: string) => app.call('readChangelog', { headers: { 'accept-encoding': accepted } })
  const [packed, plain] = [await read('gzip'), await read('identity')]
  expect([encodingOf(packed), encodingOf(plain)]).toEqual(['gzip', null])
  expect(packed.body).toEqual(plain.body)
  const [least, whole] = [packed, plain].map(({ headers }) => Number(headers.get('content-length')))
  expect(least).toBeLessThan((whole ?? 0) / 2)
})

test('gives the same answer different lengths', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => readAccount('gzip')))
  expect(new Set(answers.map(({ headers }) => headers.get('content-length'))).size).toBeGreaterThan(5)
})

test('compresses nothing that a cookie authorises, and no short answer', async () => {
  const headers = { 'accept-encoding': 'gzip' }
  const renewed = await person.call('refreshSession', { headers })
  expect(renewed.status).toBe(200)
  expect(encodingOf(renewed)).toBeNull()
  expect(JSON.stringify(renewed.body).length).toBeGreaterThan(1_000)
  const few = await person.call('listWebhooks', { headers: { ...bearerOf(renewed), ...headers } })
  expect([few.status, encodingOf(few), few.headers.get('vary')]).toEqual([200, null, null])
})

test.each([
  ['gzip', true],
  ['br;q=1.0, gzip;q=0.8', true],
  ['gzip;q=0, br', false],
  ['gzip; q=0.0', false],
  ['gzip;q=0.05', true],
  ['identity', false],
  [undefined, false],
])('accept-encoding %s: gzip %s', (accepted, isTaken) => {
  expect(acceptsGzip({ headers: accepted === undefined ? {} : { 'accept-encoding': accepted } })).toBe(isTaken)
})
