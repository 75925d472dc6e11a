import { ANON_FREE_SENDS, NETWORK_SENDS_PER_DAY } from '@waybill/contract/billing/plans'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { showWork } from '#test/people/guessing'
import { makePerson, Person } from '#test/people/people'
import { AttackedApp } from '../attack/attacked-app.ts'

const TRIES = 5
const WRONG = 'ZZZZZ'

// A busy machine is slow, not wrong.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

let attacked: AttackedApp
beforeAll(async () => {
  attacked = await AttackedApp.open()
})
afterAll(() => attacked?.close())

const ask = (person: Person, email = person.address) => person.call('requestSenderCode', { body: { email } })
const confirm = (person: Person, verifyId: string, email = person.address, headers = {}) =>
  person.call('confirmSenderCode', { body: { email, verifyId }, headers })

async function mailedCode(address: string): Promise<string> {
  const [mail] = await attacked.app.mails(address)
  return /\b[0-9A-HJKMNP-TV-Z]{5}\b/.exec(mail?.text ?? '')?.[0] ?? ''
}

async function withCode(): Promise<{ person: Person; code: string }> {
  const person = makePerson(attacked.app)
  expect((await ask(person)).status).toBe(200)
  return { person, code: await mailedCode(person.address) }
}

const spoofed = (nth: number) => ({ 'x-forwarded-for': `100.${64 + (nth >> 6)}.${nth}.1` })

describe('codes', () => {
  test.each([1, 2, 3])('judges five of 64 concurrent guesses, each from its own network; round %i', async (round) => {
    const { person, code } = await withCode()
    const guesses = await Promise.all(
      Array.from({ length: 64 }, (_, nth) => confirm(person, WRONG, person.address, spoofed(nth + 64 * round))),
    )
    const codes = guesses.map(({ body }) => body.code)
    expect(codes.filter((one) => one === 'code-wrong')).toHaveLength(TRIES)
    expect(codes.filter((one) => one === 'code-expired')).toHaveLength(64 - TRIES)
    expect((await confirm(person, code)).body.code).toBe('code-expired')
  })

  test('proves once with 64 right ones at once, and nothing more once used', async () => {
    const { person, code } = await withCode()
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, nth) => confirm(person, code, person.address, spoofed(nth + 300))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await confirm(person, code)).body.code).toBe('code-expired')
  })

  test('gives a network 20 free tries in ten minutes, for any address; one more takes work', async () => {
    const { person } = await withCode()
    const answers: string[] = []
    for (let nth = 0; nth < 24; nth++) answers.push((await confirm(person, WRONG)).body.code)
    expect(answers.slice(0, 20)).not.toContain('proof-required')
    expect(answers.slice(-4)).toEqual(Array.from({ length: 4 }, () => 'proof-required'))
    const { code, facts } = (await confirm(person, WRONG)).body
    expect([code, facts.answers, facts.bits]).toEqual(['proof-required', 8, 15])
    await showWork(person, facts.challenge)
    expect((await confirm(person, WRONG)).body.code).toBe('code-expired')
    expect((await confirm(person, WRONG)).body.code).toBe('proof-required')
  })

  test('proves only its own address in its own browser, not before it was requested and not after a newer one', async () => {
    const [one, other] = [await withCode(), await withCode()]
    expect((await confirm(one.person, one.code, other.person.address)).body.code).toBe('code-expired')
    expect((await confirm(other.person, one.code)).body.code).toBe('code-wrong')
    const thief = new Person(attacked.app, one.person.address, '192.0.2.9')
    expect((await confirm(thief, one.code)).body.code).toBe('code-expired')
    expect((await confirm(makePerson(attacked.app), one.code)).body.code).toBe('code-expired')
    await attacked.app.passTime(3_000)
    await ask(one.person)
    const newer = await mailedCode(one.person.address)
    if (newer !== one.code) expect((await confirm(one.person, one.code)).body.code).toBe('code-wrong')
    expect((await confirm(one.person, newer)).status).toBe(200)
  })

  test('proves nothing ten minutes later', async () => {
    const { person, code } = await withCode()
    await attacked.app.passTime(600_001)
    expect((await confirm(person, code)).body.code).toBe('code-expired')
  })

  test.each([
    ['', 'code-malformed'],
    ['7K2Q', 'code-malformed'],
    ['7K2QXX', 'code-malformed'],
    ['7K2Q!', 'code-malformed'],
    ['ÄÖÜ12', 'code-malformed'],
    ['７Ｋ２ＱＸ', 'code-wrong'],
    ['%%%%%', 'code-malformed'],
    ["' or 1", 'code-malformed'],
    ['UUUUU', 'code-malformed'],
    ['00000', 'code-wrong'],
    ['OOOOO', 'code-wrong'],
    ['null', 'code-malformed'],
    ['-----', 'code-malformed'],
    ['7\u200bK2QX', 'code-malformed'],
    ['🚚🚚', 'code-malformed'],
  ])('%j is %s', async (typed, answer) => {
    const { person } = await withCode()
    expect([answer, 'code-wrong', 'code-malformed']).toContain((await confirm(person, typed)).body.code)
  })

  test('claiming a proof does not replace it in the next step', async () => {
    const { person } = await withCode()
    for (const claim of [
      { verified: true },
      { verifyComplete: true },
      { verifyComplete: 'true', isTeam: true },
      { code: true },
    ]) {
      const answer = await person.call('confirmSenderCode', {
        body: { email: person.address, verifyId: WRONG, ...claim },
      })
      expect(answer.body.code).toBe('unknown-field')
    }
    expect((await person.call('planTransfer', { body: person.draft({ files: [empty] }) })).body.code).toBe(
      'sender-unproven',
    )
  })
})

const empty = { path: 'empty.txt', content: Buffer.alloc(0) }
let drafts = 0

/** Plans and saves; returns the code of the refusal, or 'sent'. */
async function send(person: Person): Promise<string> {
  drafts += 1
  const planned = await person.call('planTransfer', {
    // To somebody else each time: how many mails of one network a person gets is another limit.
    body: person.draft({ files: [{ ...empty, path: `n${drafts}.txt` }], emailTo: [`n${drafts}@rao-forge.example`] }),
  })
  if (planned.status !== 200) return planned.body.code
  const { upload, token } = planned.body.plan
  const saved = await person.call('completeTransfer', { body: { upload, token } })
  return saved.status === 200 ? 'sent' : saved.body.code
}

const sendAll = async (person: Person, count: number) => {
  const answers: string[] = []
  for (let nth = 0; nth < count; nth++) answers.push(await send(person))
  return answers
}
const threeAndNoMore = [...Array.from({ length: ANON_FREE_SENDS }, () => 'sent'), 'free-sends-used']

/** The same address in a browser that knows nothing about the earlier ones. */
async function afresh(address: string): Promise<Person> {
  await attacked.app.passTime(3_000)
  const fresh = makePerson(attacked.app, address)
  await fresh.prove()
  return fresh
}

describe('free sends', () => {
  test('the fourth of an address is refused, in any browser, network or spelling', async () => {
    const person = await attacked.proven()
    expect(await sendAll(person, 4)).toEqual(threeAndNoMore)
    const [local, domain] = person.address.split('@')
    const shouted = { ...person.draft({ files: [empty] }), senderEmail: person.address.toUpperCase() }
    expect((await person.call('planTransfer', { body: shouted })).body.code).toBe('free-sends-used')
    for (const address of [person.address, `${local}+tag@${domain}`, `${local}+a+b@${domain}`]) {
      expect(await send(await afresh(address))).toBe('free-sends-used')
    }
    const dotted = await afresh('f.o.u.r@gmail.com')
    expect(await sendAll(dotted, 3)).toEqual(threeAndNoMore.slice(0, 3))
    expect(await send(await afresh('four+x@googlemail.com'))).toBe('free-sends-used')
  })

  test('the fourth of a browser is refused, whatever address it proves', async () => {
    const person = await attacked.proven()
    expect(await sendAll(person, 3)).toEqual(threeAndNoMore.slice(0, 3))
    await person.prove(`other-${person.address}`)
    const body = { ...person.draft({ files: [empty] }), senderEmail: `other-${person.address}` }
    expect((await person.call('planTransfer', { body })).body.code).toBe('free-sends-used')
  })

  test('a network has a daily limit for all of its senders together', async () => {
    const answers: string[] = []
    for (let nth = 0; nth * ANON_FREE_SENDS < NETWORK_SENDS_PER_DAY + 1; nth++) {
      const person = new Person(
        attacked.app,
        `net-${nth}-${Math.random().toString(36).slice(2)}@example.com`,
        `198.18.7.${nth + 1}`,
      )
      await person.prove()
      answers.push(...(await sendAll(person, ANON_FREE_SENDS)))
    }
    expect(answers.slice(0, NETWORK_SENDS_PER_DAY).every((one) => one === 'sent')).toBe(true)
    expect(new Set(answers.slice(NETWORK_SENDS_PER_DAY))).toEqual(new Set(['network-sends-used']))
  })

  test.each([1, 2, 3])('16 concurrent saves use what is left and no more; round %i', async (round) => {
    const person = await attacked.proven()
    await sendAll(person, 2)
    const plans = await Promise.all(
      Array.from({ length: 16 }, (_, nth) =>
        person.call('planTransfer', { body: person.draft({ files: [{ ...empty, path: `r${round}-${nth}.txt` }] }) }),
      ),
    )
    const saves = await Promise.all(
      plans.map(({ body }) =>
        person.call('completeTransfer', { body: { upload: body.plan.upload, token: body.plan.token } }),
      ),
    )
    expect(saves.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(saves.filter(({ body }) => body.code === 'free-sends-used')).toHaveLength(15)
  })

  test('16 concurrent saves of one upload make one transfer', async () => {
    const person = await attacked.proven()
    const planned = await person.plan({ files: [empty] })
    const body = { upload: planned.upload, token: planned.token }
    const saves = await Promise.all(Array.from({ length: 16 }, () => person.call('completeTransfer', { body })))
    expect(new Set(saves.map((one) => JSON.stringify([one.status, one.body]))).size).toBe(1)
    expect(
      (await attacked.app.mails('asha@rao-forge.example')).filter(({ text }) =>
        text.includes(saves[0]?.body.data.ops[0].slug),
      ),
    ).toHaveLength(1)
  })
})

test('nothing is lost', () => attacked.expectNothingLost())
