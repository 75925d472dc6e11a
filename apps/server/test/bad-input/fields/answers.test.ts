/** What suppliers send through a valid link: every field of each of their calls with hostile values. */
import { endpoints } from '@waybill/contract'
import { type RouteName, routes } from '@waybill/contract/core/routes'
import * as answering from '@waybill/contract/requests/answer-endpoints'
import * as comments from '@waybill/contract/requests/comment-endpoints'
import * as inbox from '@waybill/contract/requests/submission-endpoints'
import * as supplierProof from '@waybill/contract/requests/supplier-proof-endpoints'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { inLanes } from '../../app/in-lanes.ts'
import { type AccountPerson, makeAccount } from '../../people/account-person.ts'
import { makePerson } from '../../people/people.ts'
import { answer, askFor, expectSound, type Link, linkOf, open, stage } from '../../requests/calls.ts'
import { AttackedApp } from '../attack/attacked-app.ts'
import { fieldsOf } from '../attack/contract-fields.ts'
import { breachOf } from '../attack/every-call.ts'
import { sampled } from '../attack/sampled.ts'
import { shown, type Told, toldBy } from '../attack/sound-answer.ts'
import type { Json } from '../cases/field-cases.ts'
import { hostileJson, textWith } from '../cases/hostile-json.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

const ASHA = 'asha@rao-forge.example'
/** One value in this many, different ones for each field. */
const ONE_IN = 5

let attacked: AttackedApp
let owner: AccountPerson
let asked: { link: Link; item: string; question: string; upload: string; token: string; comment: string }
let count = 0
beforeAll(async () => {
  attacked = await AttackedApp.open()
  owner = await makeAccount(attacked.app, { role: 'business' })
  const suppliers = [{ email: ASHA, company: 'Rao Forge' }]
  const items = [
    { name: 'List', pattern: '{supplier}-{name}' },
    { name: 'Material', kind: 'short' },
  ]
  const request = await askFor(owner, { items, suppliers })
  const item = request.items[0]?._id ?? ''
  const question = request.items[1]?._id ?? ''
  const link = await linkOf(owner, request, ASHA)
  await answer(makePerson(attacked.app), link, { item, files: [{ path: 'came.txt', content: Buffer.from('came') }] })
  const begun = { item, files: [{ path: 'begun.txt', content: Buffer.from('begun') }] }
  const { upload, token } = await stage(makePerson(attacked.app), link, begun)
  const said = await makePerson(attacked.app).call('addComment', { body: { ...link, item, text: 'Which list?' } })
  asked = { link, item, question, upload, token, comment: said.body.comment._id }
})
afterAll(() => attacked?.close())

const file = () => ({ path: 'a/b.txt', bytes: 4, modifiedAt: 1_790_000_000_000, fingerprint: 'f', item: asked.item })
const said = {
  name: 'Li Wei',
  company: 'Mill',
  email: 'li@mill.example',
  timeZone: 'Asia/Shanghai',
  lang: 'zh',
  note: '',
}

const { note: _note, ...about } = said

/** Each valid; on the open link where the token would identify its holder. */
const good: Partial<Record<RouteName, () => Json>> = {
  openRequest: () => ({ ...asked.link }),
  unlockRequest: () => ({ ...asked.link, password: 'open sesame 12' }),
  proveSupplier: () => ({ ...asked.link, email: 'li@mill.example', verifyId: '' }),
  planSubmission: () => ({ slug: asked.link.slug, ...said, effectiveType: '3g', files: [file()] }),
  sendAnswers: () => ({ slug: asked.link.slug, ...said, answers: [{ item: asked.question, answer: ['Steel'] }] }),
  resumeSubmission: () => ({ ...asked.link, upload: asked.upload }),
  completeSubmission: () => ({ upload: asked.upload, token: asked.token }),
  fetchItemExample: () => ({ ...asked.link, item: asked.item }),
  openThread: () => ({ ...asked.link, item: asked.item, seenTo: 1 }),
  addComment: () => ({ slug: asked.link.slug, ...about, item: asked.item, text: 'Which list?' }),
  takeBackComment: () => ({ ...asked.link, comment: asked.comment }),
}
const names = Object.keys(good) as RouteName[]

/** As a new person on a separate network, so that no budget answers before the field is checked. */
async function ask(name: RouteName, body: string): Promise<Told> {
  count += 1
  const headers = { 'content-type': 'application/json' }
  return toldBy(await makePerson(attacked.app).fetch(routes[name].path, { method: 'POST', headers, body }))
}

test('takes its calls from the contract, each of which is accepted, or refused for a missing file', async () => {
  const ofLinks = (Object.keys({ ...inbox, ...answering, ...comments, ...supplierProof }) as RouteName[]).filter(
    (name) => endpoints[name]?.body !== undefined && endpoints[name].auth !== 'session',
  )
  expect(ofLinks.toSorted()).toEqual(names.toSorted())
  for (const name of names.filter((one) => one !== 'completeSubmission')) {
    const told = await ask(name, JSON.stringify(good[name]?.()))
    expect([name, breachOf(name, told)]).toEqual([name, null])
    expect([name, told.status < 300 || /file-not-found/.test(told.text)]).toEqual([name, true])
  }
})

describe.each(names)('%s', (name) => {
  test('with one hostile value', async () => {
    const base = good[name]?.() as Json
    const all = fieldsOf(endpoints[name].body).flatMap((path) =>
      hostileJson.map((value) => ({ path: path.join('.'), text: textWith(base, path, value) })),
    )
    const cases = sampled(all, ONE_IN)
    await inLanes(cases.length, async (nth) => {
      const { path, text } = cases[nth] ?? { path: '', text: '' }
      const told = await ask(name, text)
      expect([path, shown(text.slice(0, 200)), breachOf(name, told)]).toEqual([path, shown(text.slice(0, 200)), null])
    })
  })
})

test('all in all', async () => {
  process.stdout.write(`${count} calls of suppliers with one hostile value\n`)
  expect(count).toBeGreaterThan(400)
  expect((await open(makePerson(attacked.app), asked.link)).sent).toHaveLength(1)
  await expectSound(attacked.app)
  expect(await attacked.failures()).toEqual([])
})
