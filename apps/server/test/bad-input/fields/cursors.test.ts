/** Where a list continues: a valid cursor with each of its parts made hostile, and texts that never were one. */
import { pathOf, type RouteName } from '@waybill/contract/core/routes'
import { transferSorts } from '@waybill/contract/transfers/views'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inLanes } from '#test/app/in-lanes'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { answer, askFor } from '#test/requests/calls'
import { insertListed } from '#test/transfers/listed-transfers'
import { makePerson } from '../../people/people.ts'
import { AttackedApp } from '../attack/attacked-app.ts'
import { breachOf } from '../attack/every-call.ts'
import { sampled } from '../attack/sampled.ts'
import { shown } from '../attack/sound-answer.ts'
import { type Json, pathsOf } from '../cases/field-cases.ts'
import { hostileJson, textWith } from '../cases/hostile-json.ts'

let attacked: AttackedApp
let person: AccountPerson
let request: string
let asked = 0
beforeAll(async () => {
  attacked = await AttackedApp.open()
  person = await makeAccount(attacked.app, { role: 'business' })
  for (const nth of [1, 2, 3]) {
    await insertListed(attacked.app.ctx, {
      accountId: person.accountId,
      bytes: nth * 100,
      downloads: nth,
      path: `${nth}.pdf`,
    })
    await insertListed(attacked.app.ctx, { accountId: person.accountId, endsInMinutes: -nth })
    await insertListed(attacked.app.ctx, { accountId: person.accountId, endsInMinutes: null })
    await person.send({ files: [{ path: `a${nth}.txt`, content: Buffer.from(`a${nth}`) }], emailTo: [person.address] })
    await person.call('addContact', { body: { email: `p${nth}@x.example` } })
  }
  const suppliers = [1, 2, 3].map((nth) => ({ email: `q${nth}@x.example` }))
  const { slug, items, _id } = await askFor(person, { title: 'of three', suppliers })
  await askFor(person, { title: 'another' })
  for (const nth of [1, 2]) {
    const files = [{ path: `b${nth}.txt`, content: Buffer.from(`b${nth}`) }]
    await answer(makePerson(attacked.app), { slug }, { item: items[0]?._id ?? '', files })
  }
  request = _id
  await attacked.app.runJobs()
})
afterAll(() => attacked?.close())

/** Every list, in each of its orders. */
const lists: Array<[name: RouteName, query: string]> = [
  ...transferSorts.map((sort): [RouteName, string] => ['listTransfers', `sort=${sort}`]),
  ['listTransfers', 'filter=received'],
  ['listTransfers', 'filter=active&sort=expiring'],
  ['listLibrary', 'kind=all'],
  ['listLibrary', 'kind=sent'],
  ['listLibrary', 'q=a'],
  ['listContacts', ''],
  ['listContacts', 'q=example'],
  ['listRequests', ''],
  ['listRequestSuppliers', ''],
  ['listInbox', ''],
]

const page = (name: RouteName, query: string, after?: string) =>
  attacked.ask(
    person,
    `${pathOf(name, { request })}?take=1&${query}${after === undefined ? '' : `&after=${encodeURIComponent(after)}`}`,
  )
const encoded = (text: string) => Buffer.from(text).toString('base64url')

/** The cursor with one part hostile: of a list of values, or of two texts with a dot in between. */
function madeHostile(text: string): string[] {
  if (text.startsWith('[')) {
    const place = JSON.parse(text) as Json
    return pathsOf(place).flatMap((path) => hostileJson.map((value) => textWith(place, path, value)))
  }
  const parts = text.split('.')
  return parts.flatMap((_part, nth) => hostileJson.map((value) => parts.with(nth, value).join('.')))
}

test('every list has a cursor to its next page', async () => {
  for (const [name, query] of lists) {
    const { next } = JSON.parse((await page(name, query)).text)
    expect([name, query, (await page(name, query, next)).status]).toEqual([name, query, 200])
  }
})

describe.each(lists)('%s?%s', (name, query) => {
  test('with any part of its cursor made hostile', async () => {
    const { next } = JSON.parse((await page(name, query)).text)
    const text = Buffer.from(next, 'base64url').toString()
    const texts = [
      ...sampled(
        [...hostileJson, ...madeHostile(text)],
        3,
        lists.findIndex((one) => one[0] === name && one[1] === query),
      ),
      text.slice(0, -1),
      `${text} `,
      text.replace(/\d/, '9'),
      `${text}${text}`,
    ].filter((one) => one.length < 1_400)
    await inLanes(texts.length, async (nth) => {
      asked += 1
      const one = texts[nth] ?? ''
      const told = await page(name, query, encoded(one))
      expect([shown(one), breachOf(name, told)]).toEqual([shown(one), null])
    })
    for (const one of ['', ' ', 'null', '!!!!', 'AAAA', '%', next.slice(1), `${next}A`, next.toUpperCase()]) {
      const told = await page(name, query, one)
      expect([one, breachOf(name, told)]).toEqual([one, null])
    }
  })
})

test('all in all', async () => {
  process.stdout.write(`${asked} hostile cursors of ${lists.length} lists\n`)
  expect(asked).toBeGreaterThan(1_000)
  expect(await attacked.failures()).toEqual([])
})
