import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { makePerson, type Person, type SentFile } from '#test/people/people'
import { bytesOf } from '#test/storage/blobs'
import { type PuttingPart, putPart } from '#test/storage/part-put'
import { MAX_PARTS_IN_FLIGHT, MAX_UPLOADS_IN_FLIGHT } from '../in-flight-store.ts'

const PART = 65_536
let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.close())

async function proven(): Promise<Person> {
  const person = makePerson(app)
  await person.prove()
  return person
}

const fileOf = (seed: number, parts = 2): SentFile => ({
  path: `${seed}.bin`,
  content: bytesOf(parts * PART + 1e6, seed),
})

/** Parts that have begun and continue on command. */
class HeldParts {
  readonly #goOn = Promise.withResolvers<void>()
  readonly #parts: PuttingPart[] = []

  begin(plan: UploadPlan, { content }: SentFile, nth = 0): void {
    const bytes = content.subarray(nth * PART, (nth + 1) * PART)
    const slowly = { afterBytes: 1_000, goOn: this.#goOn.promise }
    this.#parts.push(putPart(app.origin, plan, { offset: nth * PART, bytes }, slowly))
  }

  /** Waits until each of them has its lease. */
  async areUnderWay(): Promise<void> {
    const leases = () => app.ctx.db.selectFrom('part_leases').select('id').execute()
    await until(async () => (await leases()).length === this.#parts.length)
  }

  async finish(): Promise<unknown[]> {
    this.#goOn.resolve()
    const answers = await Promise.all(this.#parts.map(({ answer }) => answer))
    return answers.map((answer) => (answer === 'cut' ? answer : (answer.body.code ?? answer.status)))
  }
}

test('lets eight uploads of a sender receive at once, makes a ninth wait, and does not count idle ones', async () => {
  const sender = await proven()
  const files = Array.from({ length: MAX_UPLOADS_IN_FLIGHT + 1 }, (_, nth) => fileOf(nth + 1))
  const plans = await Promise.all(files.map((file) => sender.plan({ files: [file] })))
  const held = new HeldParts()
  for (const nth of plans.keys()) if (nth > 0) held.begin(plans[nth] as UploadPlan, files[nth] as SentFile)
  await held.areUnderWay()

  const fresh = await sender.call('planTransfer', { body: sender.draft({ files: [fileOf(99)] }) })
  expect(fresh).toMatchObject({ status: 429, body: { code: 'too-many-uploads', facts: { limit: 8 } } })
  expect(Number(fresh.headers.get('retry-after'))).toBeGreaterThan(0)

  const [ninth, ninthFile] = [plans[0] as UploadPlan, files[0] as SentFile]
  const again = await sender.call('planTransfer', { body: sender.draft({ files: [ninthFile] }) })
  expect(again).toMatchObject({ status: 200, body: { resumed: true, plan: { upload: ninth.upload } } })
  const part = () => sender.putPart(ninth, ninth.blobs[0]?.path ?? '', 0, ninthFile.content.subarray(0, PART))
  const refused = await part()
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-uploads' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)

  const other = await proven()
  const [theirs] = [fileOf(50)]
  const plan = await other.plan({ files: [theirs] })
  expect(await other.putPart(plan, plan.blobs[0]?.path ?? '', 0, theirs.content.subarray(0, PART))).toMatchObject({
    status: 200,
  })

  expect(await held.finish()).toEqual(Array(MAX_UPLOADS_IN_FLIGHT).fill(200))
  expect(await part()).toMatchObject({ status: 200 })
  await sender.plan({ files: [fileOf(99)] })
})

test('limits the concurrent parts of one upload, and admits the next one when one of them has finished', async () => {
  const sender = await proven()
  const file = fileOf(1, MAX_PARTS_IN_FLIGHT + 1)
  const plan = await sender.plan({ files: [file] })
  const held = new HeldParts()
  for (let nth = 0; nth < MAX_PARTS_IN_FLIGHT; nth++) held.begin(plan, file, nth)
  await held.areUnderWay()
  const offset = MAX_PARTS_IN_FLIGHT * PART
  const part = () =>
    sender.putPart(plan, plan.blobs[0]?.path ?? '', offset, file.content.subarray(offset, offset + PART))
  const refused = await part()
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-parts', facts: { limit: 64 } } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await held.finish()).toEqual(Array(MAX_PARTS_IN_FLIGHT).fill(200))
  expect(await part()).toMatchObject({ status: 200 })
})
