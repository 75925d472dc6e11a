import { expect, test } from 'vitest'
import { sendLatest } from './send-latest.ts'

/** A server that answers when the test tells it to. */
function server() {
  const asked: string[] = []
  const answers: Array<() => void> = []
  const send = (value: string) => {
    asked.push(value)
    return new Promise<void>((resolve) => answers.push(resolve))
  }
  return { asked, send, answer: () => answers.shift()?.() }
}

test('asks for one choice at a time, then for the newest alone', async () => {
  const { asked, send, answer } = server()
  const shown: Array<string | null> = []
  const choose = sendLatest<string>((pending) => shown.push(pending?.value ?? null))
  const done = choose('a', send)
  await choose('b', send)
  await choose('c', send)
  expect(asked).toEqual(['a'])
  expect(shown).toEqual(['a', 'b', 'c'])
  answer()
  await expect.poll(() => asked).toEqual(['a', 'c'])
  answer()
  await done
  expect(shown.at(-1)).toBeNull()
})

test('does not ask again for a choice that was changed and changed back', async () => {
  const { asked, send, answer } = server()
  const choose = sendLatest<string>(() => undefined)
  const done = choose('a', send)
  await choose('b', send)
  await choose('a', send)
  answer()
  await done
  expect(asked).toEqual(['a'])
})

test('a failed choice no longer shows, and does not block the next', async () => {
  const shown: Array<string | null> = []
  const choose = sendLatest<string>((pending) => shown.push(pending?.value ?? null))
  await expect(choose('a', () => Promise.reject(new Error('no line')))).rejects.toThrow('no line')
  await choose('b', async () => undefined)
  expect(shown).toEqual(['a', null, 'b', null])
})
