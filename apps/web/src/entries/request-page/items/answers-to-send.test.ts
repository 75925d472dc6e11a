import { expect, test } from 'vitest'
import { answersToSend } from './answers-to-send.ts'

type State = Parameters<typeof answersToSend>[0]

const question = (_id: string, state: 'missing' | 'arrived' | 'accepted' | 'sent-back', answer: string[] | null) => ({
  _id,
  state,
  answer,
  kind: 'short',
  options: [],
  takesSeveral: false,
})
const stateOf = (answers: Record<string, string[]>, ...items: ReturnType<typeof question>[]): State =>
  ({ request: { items }, answers }) as unknown as State
const idsOf = (state: State, hasFiles = false) => answersToSend(state, { hasFiles }).map(({ item }) => item)

test.each([
  ['a new answer', question('a', 'missing', null), ['a']],
  ['a changed answer', question('a', 'arrived', ['Iron']), ['a']],
  ['the answer that is there', question('a', 'arrived', ['Steel']), []],
  ['an answer that was sent back, unchanged', question('a', 'sent-back', ['Steel']), ['a']],
  ['an answer to an accepted question', question('a', 'accepted', ['Iron']), []],
])('%s', (_what, item, ids) => {
  expect(idsOf(stateOf({ a: ['Steel'] }, item))).toEqual(ids)
})

test('an unchanged answer that was sent back does not go along with files, nor with other answers', () => {
  const back = question('a', 'sent-back', ['Steel'])
  expect(idsOf(stateOf({ a: ['Steel'] }, back), true)).toEqual([])
  expect(idsOf(stateOf({ a: ['Steel'], b: ['Ningbo'] }, back, question('b', 'missing', null)))).toEqual(['b'])
  expect(idsOf(stateOf({ a: ['Brass'] }, back), true)).toEqual(['a'])
})
