/**
 * Two servers on one database, one folder of blobs and one master key, as behind a balancer without sticky sessions.
 */
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, makeTestApp, makeTwin, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { fsck } from '#test/database/fsck'
import { planByEngine, startEngine } from '#test/people/engine'
import { makePerson, type Person, type SentFile } from '#test/people/people'
import { Recipient, sha256 } from '#test/people/recipient'
import { bytesOf } from '#test/storage/blobs'
import { putPart } from '#test/storage/part-put'
import { expectDelivered } from '#test/transfers/saved-transfer'

const MIB = 2 ** 20
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

const askTwo = (person: Person, ...[name, options]: Parameters<TestApp['call']>): Promise<Answer> =>
  two.call(name, { ...options, headers: person.headers(options?.headers) })

async function planned(seed: number, bytes: number) {
  const person = makePerson(one)
  await person.prove()
  const files: SentFile[] = [{ path: 'big.bin', content: bytesOf(bytes, seed) }]
  const address = `to-${person.address}`
  const plan = await planByEngine(person, { files, emailTo: [address] })
  return { person, files, address, plan, content: files[0]?.content as Buffer }
}

async function leasesOf(plan: UploadPlan): Promise<number> {
  const ids = plan.blobs.map(({ id }) => id)
  return (await one.ctx.db.selectFrom('part_leases').select('id').where('blob_id', 'in', ids).execute()).length
}

/** Saved through one, read through both. */
async function expectArrived(sent: Awaited<ReturnType<typeof planned>>): Promise<Recipient> {
  const { person, files, plan } = sent
  const saved = await expectDelivered(one, sent)
  const recipient = new Recipient(one, person, { ...saved, upload: plan.upload })
  for (const [i, { url }] of (await recipient.grant()).links.entries()) {
    const answer = await fetch(new URL(url, two.origin))
    expect(sha256(await answer.bytes())).toBe(sha256(files[i]?.content as Buffer))
  }
  return recipient
}

test('spreads one upload over both, makes one transfer of 16 concurrent saves, and sends each mail once', async () => {
  const sent = await planned(1, 30 * MIB + 7)
  const { person, plan, address } = sent
  const engine = startEngine(person, { ...plan, origins: [one.origin, two.origin] }, sent.files)
  await engine.finished
  const body = { upload: plan.upload, token: plan.token }
  const saves = await Promise.all(
    Array.from({ length: 16 }, (_, i) =>
      i % 2 ? askTwo(person, 'completeTransfer', { body }) : person.call('completeTransfer', { body }),
    ),
  )
  expect(saves.map(({ status }) => status)).toEqual(Array(16).fill(200))
  for (const save of saves) expect(save.body).toEqual(saves[0]?.body)
  const rows = await one.ctx.db.selectFrom('transfers').select('id').where('upload_id', '=', plan.upload).execute()
  expect(rows).toHaveLength(1)
  const recipient = await expectArrived(sent)
  await recipient.untilFinished(1)
  expect(await one.mails(address)).toHaveLength(1)
  expect((await one.mails(person.address)).filter(({ subject }) => !/code/i.test(subject))).toHaveLength(1)
})

test('keeps one copy with the right bytes of a part sent to both at once, eight times over', async () => {
  const sent = await planned(2, 3 * MIB)
  const { plan, content } = sent
  for (const offset of [0, MIB, 2 * MIB]) {
    const part = { offset, bytes: content.subarray(offset, offset + MIB) }
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, i) => putPart((i % 2 ? one : two).origin, plan, part).answer),
    )
    const statuses = answers.map((answer) => (answer === 'cut' ? 'cut' : (answer.body.code ?? answer.status)))
    expect(statuses).toContain(200)
    for (const status of statuses) expect(status).toBeOneOf([200, 'cut', 'part-superseded'])
  }
  expect(await leasesOf(plan)).toBe(0)
  await expectArrived(sent)
})

test('lets the newest request for a range win across processes, and ends a stale writer without corruption', async () => {
  const sent = await planned(3, 2 * MIB)
  const { plan, content } = sent
  const stale = putPart(
    one.origin,
    plan,
    { offset: 0, bytes: bytesOf(MIB, 99) },
    { afterBytes: 700_000, goOn: new Promise(() => {}) },
  )
  await stale.begun
  await until(async () => (await leasesOf(plan)) === 1)
  const fresh = await putPart(two.origin, plan, { offset: 0, bytes: content.subarray(0, MIB) }).answer
  expect(fresh).toMatchObject({ status: 200 })
  const told = await stale.answer
  expect(told === 'cut' ? 'part-superseded' : told.body.code).toBe('part-superseded')
  expect(await putPart(one.origin, plan, { offset: MIB, bytes: content.subarray(MIB) }).answer).toMatchObject({
    status: 200,
  })
  await expectArrived(sent)
  expect(await fsck(one.env)).toEqual([])
})

test('keeps the file complete with two overlapping ranges of different boundaries, whichever is acknowledged', async () => {
  const sent = await planned(4, 4 * MIB)
  const { person, plan, content } = sent
  const cuts = [0, 1, 2, 3].map((i) => ({ offset: i * MIB, bytes: content.subarray(i * MIB, (i + 1) * MIB) }))
  const large = { offset: MIB, bytes: content.subarray(MIB, 3 * MIB) }
  await Promise.all([...cuts, large].map((part, i) => putPart((i % 2 ? one : two).origin, plan, part).answer))
  const now = await askTwo(person, 'readUpload', {
    params: { upload: plan.upload },
    headers: { authorization: `Bearer ${plan.token}` },
  })
  const engine = startEngine(person, now.body, sent.files)
  await engine.finished
  await expectArrived(sent)
})
