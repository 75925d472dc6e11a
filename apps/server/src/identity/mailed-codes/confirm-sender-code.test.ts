import type { Problem } from '@waybill/contract/core/problems'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestContext, type TestContext } from '#test/app/test-context'
import { newId, newToken } from '../../platform/ids.ts'
import { keepDevice } from '../accounts/account-store.ts'
import { confirmSenderCode } from './confirm-sender-code.ts'
import { hashSenderCode } from './sender-code.ts'
import { isSenderProven, replaceCode } from './sender-code-store.ts'

let ctx: TestContext
let close: () => Promise<void>
beforeAll(async () => {
  const opened = await openTestContext()
  ctx = opened.ctx
  close = opened.close
})
afterAll(() => close())

interface Browser {
  deviceId: string
  network: string
  address: string
}

let browsersMade = 0
/** A browser on its own network with a device and an address, and no code yet. */
async function newBrowser(): Promise<Browser> {
  browsersMade += 1
  const deviceId = await keepDevice(ctx.db, newToken())
  return { deviceId, network: `10.0.${browsersMade}.0/24`, address: `person-${browsersMade}@example.com` }
}

async function mailCode(browser: Browser, code = '7K2QX'): Promise<string> {
  const place = { id: newId(), address: browser.address, deviceId: browser.deviceId }
  await replaceCode(ctx.db, { ...place, codeHash: hashSenderCode(ctx.masterKey, place, code) })
  return place.id
}

/** The parts of a request that the use case reads. */
const from = (actor: object) => ({ actor, cookies: {} }) as unknown as FastifyRequest
const confirm = (browser: Browser, verifyId: string, email = browser.address) =>
  confirmSenderCode(ctx, { email, verifyId }, from(browser))

const problemOf = (asked: Promise<unknown>): Promise<Problem> =>
  asked.then(
    () => Promise.reject(new Error('was answered')),
    (problem) => problem,
  )

const pass = (table: 'sender_codes' | 'sender_proofs', minutes: number, address: string) =>
  sql`update ${sql.table(table)} set ${table === 'sender_codes' ? sql`expires_at = expires_at` : sql`proven_at = proven_at`}
    - make_interval(mins => ${minutes}) where address = ${address}`.execute(ctx.db)

describe('the right code', () => {
  test.each(['7K2QX', '7k2qx', ' 7k2-qx ', '７Ｋ２ＱＸ'])(
    'typed as %j proves the address for this browser alone',
    async (typed) => {
      const browser = await newBrowser()
      await mailCode(browser)
      expect(await isSenderProven(ctx.db, browser.deviceId, browser.address)).toBe(false)
      expect(await confirm(browser, typed)).toEqual({ email: browser.address, verified: true })
      expect(await isSenderProven(ctx.db, browser.deviceId, browser.address)).toBe(true)
      expect(await isSenderProven(ctx.db, (await newBrowser()).deviceId, browser.address)).toBe(false)
      expect(await isSenderProven(ctx.db, browser.deviceId, 'other@example.com')).toBe(false)
      expect(await isSenderProven(ctx.db, null, browser.address)).toBe(false)
    },
  )

  test('with O and I typed for 0 and 1', async () => {
    const browser = await newBrowser()
    await mailCode(browser, '0101A')
    expect(await confirm(browser, 'OIolA')).toMatchObject({ verified: true })
  })

  test('works once', async () => {
    const browser = await newBrowser()
    await mailCode(browser)
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => confirm(browser, '7K2QX')))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await problemOf(confirm(browser, '7K2QX'))).toMatchObject({ code: 'code-expired' })
  })

  test('works for ten minutes', async () => {
    const browser = await newBrowser()
    await mailCode(browser)
    await pass('sender_codes', 9, browser.address)
    expect(await confirm(browser, '7K2QX')).toMatchObject({ verified: true })
    await mailCode(browser)
    await pass('sender_codes', 10, browser.address)
    expect(await problemOf(confirm(browser, '7K2QX'))).toMatchObject({ code: 'code-expired' })
  })

  test('of one address proves no other, and not in another browser', async () => {
    const [ada, eve] = [await newBrowser(), await newBrowser()]
    await mailCode(ada)
    expect(await problemOf(confirm(ada, '7K2QX', eve.address))).toMatchObject({ code: 'code-expired' })
    expect(await problemOf(confirm(eve, '7K2QX', ada.address))).toMatchObject({ code: 'code-expired' })
    expect(
      await problemOf(
        confirmSenderCode(ctx, { email: ada.address, verifyId: '7K2QX' }, from({ ...ada, deviceId: null })),
      ),
    ).toMatchObject({
      code: 'code-expired',
    })
    expect(await confirm(ada, '7K2QX')).toMatchObject({ verified: true })
  })

  test('of an older mail ends with a newer one of the same browser only', async () => {
    const browser = await newBrowser()
    await mailCode(browser, 'AAAAA')
    await mailCode(browser, 'BBBBB')
    expect(await problemOf(confirm(browser, 'AAAAA'))).toMatchObject({ code: 'code-wrong', facts: { triesLeft: 4 } })
    await mailCode({ ...(await newBrowser()), address: browser.address }, 'CCCCC')
    expect(await confirm(browser, 'BBBBB')).toMatchObject({ verified: true })
  })

  test('is valid proof for thirty days, and again when it is proven again', async () => {
    const browser = await newBrowser()
    await mailCode(browser)
    await confirm(browser, '7K2QX')
    await pass('sender_proofs', 29 * 1_440, browser.address)
    expect(await isSenderProven(ctx.db, browser.deviceId, browser.address)).toBe(true)
    await pass('sender_proofs', 1_440, browser.address)
    expect(await isSenderProven(ctx.db, browser.deviceId, browser.address)).toBe(false)
    await mailCode(browser)
    await confirm(browser, '7K2QX')
    expect(await isSenderProven(ctx.db, browser.deviceId, browser.address)).toBe(true)
  })
})

describe('wrong codes', () => {
  test('are judged exactly five times of 64 at once on many networks, and the right one comes too late', async () => {
    const browser = await newBrowser()
    const id = await mailCode(browser)
    const guesses = Array.from({ length: 64 }, (_, at) =>
      problemOf(
        confirmSenderCode(
          ctx,
          { email: browser.address, verifyId: `A${String(at).padStart(4, '0')}` },
          from({ ...browser, network: `10.9.${at}.0/24` }),
        ),
      ),
    )
    const codes = (await Promise.all(guesses)).map(({ code }) => code)
    expect(codes.filter((code) => code === 'code-wrong')).toHaveLength(5)
    expect(codes.filter((code) => code === 'code-expired')).toHaveLength(59)
    expect(await problemOf(confirm(browser, '7K2QX'))).toMatchObject({ code: 'code-expired' })
    const row = await ctx.db.selectFrom('sender_codes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ tries_left: 0, used_at: null })
  })

  test('report the tries left, and the fifth ends the code', async () => {
    const browser = await newBrowser()
    await mailCode(browser)
    for (const triesLeft of [4, 3, 2, 1, 0]) {
      expect(await problemOf(confirm(browser, 'ZZZZZ'))).toMatchObject({ code: 'code-wrong', facts: { triesLeft } })
    }
    expect(await problemOf(confirm(browser, '7K2QX'))).toMatchObject({ code: 'code-expired' })
  })

  test.each(['', '7K2Q', '7K2QXX', '7K2Q!', 'UUUUU', '七K2QX', '7K2Q\u0000', '🚚🚚🚚🚚🚚'])(
    '%j is not a code and costs no try',
    async (typed) => {
      const browser = await newBrowser()
      await mailCode(browser)
      for (let times = 0; times < 6; times += 1) {
        expect(await problemOf(confirm(browser, typed))).toMatchObject({ code: 'code-malformed' })
      }
      expect(await confirm(browser, '7K2QX')).toMatchObject({ verified: true })
    },
  )

  test('are free twenty times in ten minutes for a network, whatever it guesses', async () => {
    const browser = await newBrowser()
    for (let times = 0; times < 20; times += 1) {
      expect(await problemOf(confirm(browser, 'ZZZZZ', `someone-${times}@example.com`))).toMatchObject({
        code: 'code-expired',
      })
    }
    await mailCode(browser)
    const refused = await problemOf(confirm(browser, '7K2QX'))
    expect(refused.code).toBe('proof-required')
    expect(await confirm({ ...browser, network: '10.200.0.0/24' }, '7K2QX')).toMatchObject({ verified: true })
  })
})
