/** A download limit applies to each recipient separately: 64 concurrent presses for each of them, on two servers. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askAgain } from '#test/app/ask-again'
import { inLanes } from '#test/app/in-lanes'
import { makeTestApp, makeTwin, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { noise } from '#test/people/recipient'
import { codeOf, grant, type Link } from '#test/transfers/guarded-links'
import { addPeople, edit } from '#test/transfers/own-transfers'

const AT_ONCE = 64
const LIMIT = 3
let one: TestApp
let two: TestApp
let owner: AccountPerson
beforeAll(async () => {
  one = await makeTestApp()
  two = await makeTwin(one)
  owner = await makeAccount(one, { role: 'pro' })
})
afterAll(async () => {
  await two.close()
  await one.close()
})

const files = [
  { path: 'plan.pdf', content: noise(9_000) },
  { path: 'note.txt', content: noise(500) },
]
const linkOf = (path = ''): Link => {
  const [, , slug = '', user = ''] = path.split('/')
  return { slug, user }
}
/** Presses of as many strangers, each in their own browser, every second one on the other server. */
const press = (link: Link, wanted: (nth: number) => unknown) =>
  inLanes(AT_ONCE, async (nth) => {
    const person = makePerson(nth % 2 ? one : two)
    return codeOf(await askAgain(() => grant(person, link, wanted(nth))))
  })
const turnsOf = async (transferId: string) => {
  const rows = await one.ctx.db
    .selectFrom('download_quota')
    .innerJoin('recipients', 'recipients.id', 'download_quota.recipient_id')
    .select(['recipients.address', 'download_quota.file_id'])
    .where('recipients.transfer_id', '=', transferId)
    .execute()
  const counts = Map.groupBy(rows, ({ address, file_id }) => `${address} ${file_id}`)
  return [...counts.values()].map(({ length }) => length)
}

test('gives each of three recipients all of their downloads while others press, and also one who is added later', async () => {
  const emailTo = ['ida@rao-forge.example', 'lin@rao-forge.example', 'kim@rao-forge.example']
  const { id, links, slug } = await owner.send({ files, emailTo })
  await edit(owner, id, { downloadLimit: LIMIT })
  const record = await edit(owner, id, {})
  const [first = '', second = ''] = record.body.transfer.files.map(({ _id }: { _id: string }) => _id)
  const chosen = (nth: number) => [[first], [second], [first, second]][nth % 3]
  const told = await Promise.all(emailTo.map((email) => press(linkOf(links[email]), chosen)))
  for (const codes of told) expect(new Set(codes)).toEqual(new Set(['done', 'download-limit-reached']))
  expect(await turnsOf(id)).toEqual(Array(6).fill(LIMIT))
  for (const email of emailTo) {
    expect(new Set(await press(linkOf(links[email]), () => [first]))).toEqual(new Set(['download-limit-reached']))
  }
  await addPeople(owner, id, ['mei@rao-forge.example'])
  const [mail] = await one.mails('mei@rao-forge.example')
  const path = new RegExp(`/d/${slug}/[\\w-]{22}`).exec(mail?.text ?? '')?.[0]
  const later = await press(linkOf(path), () => [first])
  expect(later.filter((code) => code === 'done')).toHaveLength(LIMIT)
})

test('reaches and does not exceed a limit that is raised while everybody presses', async () => {
  const { id, links } = await owner.send({ files, emailTo: ['zoe@rao-forge.example'] })
  await edit(owner, id, { downloadLimit: 1 })
  const record = await edit(owner, id, {})
  const [first = ''] = record.body.transfer.files.map(({ _id }: { _id: string }) => _id)
  const link = linkOf(links['zoe@rao-forge.example'])
  await Promise.all([press(link, () => [first]), edit(owner, id, { downloadLimit: 5 })])
  const [during = 0] = await turnsOf(id)
  expect([during >= 1, during <= 5]).toEqual([true, true])
  await press(link, () => [first])
  expect(await turnsOf(id)).toEqual([5])
})
