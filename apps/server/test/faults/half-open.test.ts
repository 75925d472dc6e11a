/** Clients whose connection died silently: to the server it stays open for ever. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { Line } from '#test/http/line'
import { planByEngine } from '#test/people/engine'
import { makePerson } from '#test/people/people'
import { bytesOf } from '#test/storage/blobs'
import { putPart } from '#test/storage/part-put'
import { expectDelivered } from '#test/transfers/saved-transfer'

const MIB = 2 ** 20
let app: TestApp
let line: Line

beforeAll(async () => {
  app = await makeTestApp()
  line = await Line.to({ host: '127.0.0.1', port: app.config.port })
})
afterAll(async () => {
  await line.down()
  await app.close()
})

async function planned(seed: number, bytes: number) {
  const person = makePerson(app)
  await person.prove()
  const [files, address] = [[{ path: 'big.bin', content: bytesOf(bytes, seed) }], `to-${person.address}`]
  return { person, files, address, plan: await planByEngine(person, { files, emailTo: [address] }) }
}

const leases = async () => (await app.ctx.db.selectFrom('part_leases').select('id').execute()).length

test('lets a part from a new address take over the range of one with a dead connection, at once', async () => {
  const sending = await planned(1, 2 * MIB)
  const { plan, files } = sending
  const [first, second] = [files[0]?.content.subarray(0, MIB) as Buffer, files[0]?.content.subarray(MIB) as Buffer]
  const { port } = line
  // The Host is the server's own name; the line only forwards.
  const dead = putPart(
    `http://localhost:${port}`,
    plan,
    { offset: 0, bytes: first },
    { afterBytes: 400_000, goOn: new Promise(() => {}) },
    `localhost:${app.config.port}`,
  )
  await dead.begun
  await until(async () => (await leases()) === 1)
  line.hush()
  expect(await putPart(app.origin, plan, { offset: 0, bytes: first }).answer).toMatchObject({ status: 200 })
  expect(await putPart(app.origin, plan, { offset: MIB, bytes: second }).answer).toMatchObject({ status: 200 })
  expect(await leases()).toBe(0)
  await expectDelivered(app, sending)
})

test('resumes and saves an upload despite 24 dead parts', async () => {
  await line.up()
  const sending = await planned(2, 24 * MIB)
  const { plan, files, person } = sending
  const whole = files[0]?.content as Buffer
  const parts = Array.from({ length: 24 }, (_, i) => ({
    offset: i * MIB,
    bytes: whole.subarray(i * MIB, (i + 1) * MIB),
  }))
  const dead = parts.map((part) =>
    putPart(
      `http://localhost:${line.port}`,
      plan,
      part,
      { afterBytes: 100_000, goOn: new Promise(() => {}) },
      `localhost:${app.config.port}`,
    ),
  )
  await Promise.all(dead.map(({ begun }) => begun))
  await until(async () => (await leases()) === 24)
  line.hush()
  const resumed = await person.call('resumeTransfer', { body: { upload: plan.upload } })
  expect(resumed.body.plan.blobs[0].have).toEqual([])
  const answers = await Promise.all(parts.map((part) => putPart(app.origin, resumed.body.plan, part).answer))
  expect(answers.every((answer) => answer !== 'cut' && answer.status === 200)).toBe(true)
  await expectDelivered(app, { ...sending, plan: resumed.body.plan })
})
