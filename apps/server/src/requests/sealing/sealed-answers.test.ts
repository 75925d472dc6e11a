import { openAnswer, sealAnswer } from '@waybill/sealing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson, type Person } from '#test/people/people'
import { noise } from '#test/people/recipient'
import { ASHA, codeOf, expectSound, type Link, linkOf, open, suppliersOf } from '#test/requests/calls'
import { askSealed, everyRow, holds, makeKeys, type SealedRequest, seal } from '#test/requests/sealed'

const SECRET = 'The hull number is RF-7731, ask nobody'
const ports = ['Ningbo', 'Shanghai']
const items = [
  { name: 'Drawing' },
  { name: 'Hull number', kind: 'long', section: 'The ship' },
  { name: 'Port', kind: 'choice', options: ports },
]

let app: TestApp
let owner: AccountPerson
beforeAll(async () => {
  app = await makeTestApp({ env: { LOG_LEVEL: 'trace' }, logsToFile: true })
  owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
})
afterAll(async () => {
  await expectSound(app)
  await app.close()
})

interface Asked extends SealedRequest {
  link: Link
  supplier: Person
  ids: string[]
}

async function asked(): Promise<Asked> {
  const made = await askSealed(owner, { items, suppliers: [{ email: ASHA, name: '=Asha' }] })
  const link = await linkOf(owner, made.request, ASHA)
  return { ...made, link, supplier: makePerson(app), ids: made.request.items.map(({ _id }) => _id) }
}
const sealed = ({ sealing, ids }: Asked, nth: number, ...answer: string[]) =>
  sealAnswer(sealing.publicKey, { item: ids[nth] ?? '', answer }, nth === 2 ? ports : answer)
const send = ({ link, supplier, ids }: Asked, nth: number, ...answer: string[]) =>
  supplier.call('sendAnswers', { body: { ...link, answers: [{ item: ids[nth], answer }] } })
async function listed({ request }: Pick<Asked, 'request'>, query: Record<string, string> = {}) {
  const answer = await owner.fetch(`/requests/${request._id}/sealed-answers?${new URLSearchParams(query)}`)
  expect(answer.status).toBe(200)
  return answer.json()
}

test('an answer is sealed by its supplier, shown to nobody, and opened by the requester alone', async () => {
  const of = await asked()
  const text = await sealed(of, 1, SECRET)
  const sent = await send(of, 1, text)
  expect(sent.body.receipt.answers).toEqual([{ item: of.ids[1], answer: [] }])
  const { answers, next } = await listed(of)
  expect([answers.length, next]).toEqual([1, null])
  expect(answers[0]).toMatchObject({
    item: of.ids[1],
    answer: text,
    isCurrent: true,
    submission: sent.body.receipt._id,
  })
  expect(await openAnswer(of.keys, of.ids[1] ?? '', answers[0].answer)).toEqual([SECRET])
  // Neither page, list, table nor archive has it, and no row of the database.
  const page = await open(of.supplier, of.link)
  expect(page.items.map(({ answer, state }) => [answer, state])).toEqual([
    [null, 'missing'],
    [null, 'arrived'],
    [null, 'missing'],
  ])
  const [row] = await suppliersOf(owner, of.request._id)
  expect(row?.items.map(({ answer }) => answer)).toEqual([null, [], null])
  const inbox = (await owner.call('listInbox')).body
  expect(inbox.submissions[0].answers).toEqual([{ item: of.ids[1], answer: [] }])
  const csv = (await owner.call('exportRequestSuppliers', { params: { request: of.request._id } })).body as string
  expect(csv).toContain('missing (0),arrived,missing')
  const archive = await owner.call('fetchInboxFiles', { params: { request: of.request._id }, body: {} })
  expect(codeOf(archive)).toBe('file-not-found')
  await app.runJobs()
  expect(holds(await everyRow(app), Buffer.from(SECRET))).toBe(false)
  expect(JSON.stringify(await app.mails(ASHA))).not.toContain('RF-7731')
})

test('an answer that is sent again changes nothing, a new one replaces it, and files bring theirs', async () => {
  const of = await asked()
  const first = await sealed(of, 2, 'Ningbo')
  const receipt = (await send(of, 2, first)).body.receipt
  expect((await send(of, 2, first)).body.receipt._id).toBe(receipt._id)
  await send(of, 2, await sealed(of, 2, 'Shanghai'))
  const drawing = await seal(of.sealing, noise(500))
  const files = [
    { item: of.ids[0], path: 'a.pdf', bytes: drawing.length, modifiedAt: 1_790_000_000_000, fingerprint: 'sealed.1' },
  ]
  const answers = [{ item: of.ids[1], answer: [await sealed(of, 1, SECRET)] }]
  const { plan } = (await of.supplier.call('planSubmission', { body: { ...of.link, files, answers } })).body
  await of.supplier.upload(plan, [{ path: 'a.pdf', content: drawing }])
  const done = await of.supplier.call('completeSubmission', { body: { upload: plan.upload, token: plan.token } })
  expect(done.body.receipt.answers).toEqual([{ item: of.ids[1], answer: [] }])
  const all = (await listed(of)).answers as Array<{ item: string; answer: string; isCurrent: boolean }>
  const opened = await Promise.all(
    all.map(async ({ item, answer, isCurrent }) => [...(await openAnswer(of.keys, item, answer)), isCurrent]),
  )
  expect(opened).toEqual(
    expect.arrayContaining([
      ['Ningbo', false],
      ['Shanghai', true],
      [SECRET, true],
    ]),
  )
  const [row] = await suppliersOf(owner, of.request._id)
  const supplier = await listed(of, { supplier: row?._id ?? '' })
  expect([supplier.answers.length, (await listed(of, { supplier: 'nobody' })).answers]).toEqual([3, []])
  // Both options have the same size.
  expect(new Set(all.filter(({ item }) => item === of.ids[2]).map(({ answer }) => answer.length)).size).toBe(1)
})

test('refuses what is not sealed for this request, and what is sealed where nothing should be', async () => {
  const of = await asked()
  const because = async (nth: number, ...answer: string[]) => {
    const { body } = await send(of, nth, ...answer)
    return body.facts?.because ?? body.code
  }
  const good = await sealed(of, 1, SECRET)
  const other = (await makeKeys('another passphrase of ours')).sealing
  const foreign = await sealAnswer(other.publicKey, { item: of.ids[1] ?? '', answer: [SECRET] })
  expect(await because(1, SECRET)).toBe('unsealed')
  expect(await because(1, foreign)).toBe('unsealed')
  expect(await because(1, good.slice(0, -4))).toBe('unsealed')
  expect(await because(1, `${good}AAAA`)).toBe('unsealed')
  expect(await because(1, good, good)).toBe('unsealed')
  expect(await because(0, good)).toBe('files')
  expect((await listed(of)).answers).toEqual([])
  const plain = (await owner.call('createRequest', { body: { title: 'Plain', items } })).body.request
  const body = { slug: plain.slug, answers: [{ item: plain.items[1]._id, answer: [good] }] }
  expect((await makePerson(app).call('sendAnswers', { body })).body.facts.because).toBe('sealed')
  // The key stays once an answer has come.
  await send(of, 1, good)
  const fixed = await owner.call('editRequest', { params: { request: of.request._id }, body: { sealing: null } })
  expect(fixed.body.code).toBe('sealing-fixed')
})

test('lists many answers page by page', async () => {
  const long = ['A', 'B', 'C'].map((name) => ({ name, kind: 'long' }))
  const { request, sealing } = await askSealed(owner, { items: long })
  const supplier = makePerson(app)
  for (let nth = 0; nth < 9; nth += 1) {
    const answers = request.items.map(async ({ _id: item }) => {
      return { item, answer: [await sealAnswer(sealing.publicKey, { item, answer: ['\u0001'.repeat(5_000)] })] }
    })
    const body = { slug: request.slug, answers: await Promise.all(answers) }
    expect(codeOf(await supplier.call('sendAnswers', { body }))).toBe('done')
  }
  const seen: string[] = []
  let pages = 0
  for (let after: string | null = ''; after !== null; pages += 1) {
    const page = await listed({ request }, after ? { after } : {})
    seen.push(...page.answers.map(({ answer }: { answer: string }) => answer))
    after = page.next
  }
  expect([pages, seen.length, new Set(seen).size]).toEqual([2, 27, 27])
})
