import { judgeSealedAnswer, readSealedAnswer } from '@waybill/contract/requests/sealed-answer'
import { beforeAll, expect, test } from 'vitest'
import { openAnswer, sealAnswer } from '../src/sealed-answer.ts'
import { type Held, makeHeld } from './sealed.ts'

let held: Held
let other: Held
beforeAll(async () => {
  held = await makeHeld()
  other = await makeHeld()
})
const seal = (answer: string[], longest = answer, item = 'Q') =>
  sealAnswer(held.sealing.publicKey, { item, answer }, longest)

test.each([
  ['one line', ['Steel']],
  ['lines and quotes', ['a "b"\n\\ c']],
  ['Chinese', ['长'.repeat(5_000)]],
  ['what JSON escapes', ['\u0001'.repeat(5_000)]],
  ['options', ['Ningbo', 'Shanghai']],
])('%s comes back', async (_what, answer) => {
  const sealed = await seal(answer)
  expect(readSealedAnswer(sealed)).not.toBeNull()
  expect(await openAnswer(held.keys, 'Q', sealed)).toEqual(answer)
})

test('an answer tells nothing by its length where its question has options, and little otherwise', async () => {
  const options = ['Yes', 'No, because of the hull'.repeat(5), 'x'.repeat(120), 'y'.repeat(120), 'z'.repeat(120)]
  const lengths = await Promise.all(options.map(async (one) => (await seal([one], options)).length))
  expect(new Set(lengths).size).toBe(1)
  expect((await seal(['a'])).length).toBe((await seal(['a'.repeat(200)])).length)
})

test('refuses another question, another key and any alteration', async () => {
  const sealed = await seal(['Steel'])
  await expect(openAnswer(held.keys, 'R', sealed)).rejects.toMatchObject({ code: 'record-altered' })
  await expect(openAnswer(other.keys, 'Q', sealed)).rejects.toMatchObject({ code: 'other-key' })
  const altered = `${sealed.slice(0, 300)}${sealed[300] === 'A' ? 'B' : 'A'}${sealed.slice(301)}`
  await expect(openAnswer(held.keys, 'Q', altered)).rejects.toMatchObject({ code: 'record-altered' })
  await expect(seal(['x'.repeat(40_000)])).rejects.toThrow(RangeError)
})

test('its outer form is the one that both ends check', async () => {
  const sealed = await seal(['Steel'])
  for (const text of ['', 'Steel', sealed.slice(1), sealed.slice(0, -1), `${sealed}A`, `${sealed}=`, '!'.repeat(900)])
    expect(readSealedAnswer(text)).toBeNull()
  const judged = (kind: 'files' | 'short', answer: string[], isOurs = true) =>
    judgeSealedAnswer(kind, answer, () => isOurs)
  expect(judged('short', [sealed])).toBeNull()
  expect([judged('files', [sealed]), judged('short', []), judged('short', [sealed, sealed])]).toEqual([
    'files',
    'unsealed',
    'unsealed',
  ])
  expect(judged('short', [sealed], false)).toBe('unsealed')
})
