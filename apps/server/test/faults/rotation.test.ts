/** Credentials that expire during an upload. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { planByEngine, startEngine, tellingParts } from '#test/people/engine'
import { makePerson } from '#test/people/people'
import { bytesOf } from '#test/storage/blobs'
import { expectDelivered } from '#test/transfers/saved-transfer'

const MIB = 2 ** 20
const DAY_MS = 86_400_000
let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.close())

async function planned(seed: number) {
  const person = makePerson(app)
  await person.prove()
  const [files, address] = [[{ path: 'big.bin', content: bytesOf(16 * MIB + 1, seed) }], `to-${person.address}`]
  return { person, files, address, plan: await planByEngine(person, { files, emailTo: [address] }) }
}

const revokeTokens = (upload: string) =>
  app.ctx.db.deleteFrom('upload_tokens').where('upload_id', '=', upload).execute()

test('renews an expired upload token by itself, and sends nothing twice', async () => {
  const { person, files, address, plan } = await planned(1)
  let taken = 0
  const environment = tellingParts((count) => {
    taken = count
    if (count === 2) void revokeTokens(plan.upload)
  })
  const engine = startEngine(person, plan, files, environment)
  await engine.finished
  expect(engine.calls).toContain('resumeTransfer')
  expect(engine.token()).not.toBe(plan.token)
  const parts = await app.ctx.db
    .selectFrom('parts')
    .innerJoin('blobs', 'blobs.id', 'parts.blob_id')
    .select('parts.starts_at')
    .where('blobs.upload_id', '=', plan.upload)
    .execute()
  expect(taken).toBe(parts.length)
  await expectDelivered(app, { person, files, address, plan: { ...plan, token: engine.token() } })
})

test("refuses another upload's token, and a renewal by a browser that proved nothing with a clear reason", async () => {
  const [mine, foreign] = [await planned(2), await planned(3)]
  const refused = await mine.person.putPart(
    { ...mine.plan, token: foreign.plan.token },
    mine.plan.blobs[0]?.path ?? '',
    0,
    bytesOf(MIB),
  )
  expect([refused.status, refused.body.code]).toEqual([403, 'upload-token-wrong'])
  await revokeTokens(mine.plan.upload)
  const stranger = makePerson(app)
  const engine = startEngine(stranger, mine.plan, mine.files)
  await expect(engine.finished).rejects.toMatchObject({ name: 'UploadError', code: 'upload-not-found' })
})

test('ends token and upload together after seven days, and the engine says so and stops', async () => {
  const { person, files, plan } = await planned(4)
  const first = startEngine(
    person,
    plan,
    files,
    tellingParts((count) => count === 1 && first.cancel()),
  )
  await expect(first.finished).rejects.toMatchObject({ name: 'UploadCancelled' })
  await app.passTime(7 * DAY_MS + 1_000)
  const engine = startEngine(person, plan, files)
  await expect(engine.finished).rejects.toMatchObject({ name: 'UploadError', code: 'upload-closed' })
})
