import { expect, test } from 'vitest'
import { type DocumentParts, jsonDocument } from './json-document.ts'

const written = async (parts: DocumentParts) => (await Array.fromAsync(jsonDocument(parts))).join('')
async function* list(...items: unknown[]) {
  yield* items
}

test('writes values and lists in the given order', async () => {
  const text = await written({ a: 1, none: list(), some: list('x', { y: null }, [1]), at: new Date(0), z: null })
  expect(JSON.parse(text)).toEqual({
    a: 1,
    none: [],
    some: ['x', { y: null }, [1]],
    at: '1970-01-01T00:00:00.000Z',
    z: null,
  })
  expect(Object.keys(JSON.parse(text))).toEqual(['a', 'none', 'some', 'at', 'z'])
})

test('writes an empty document', async () => {
  expect(JSON.parse(await written({}))).toEqual({})
})

test('reads a list no faster than it is written', async () => {
  let read = 0
  async function* counted() {
    for (;;) yield read++
  }
  const pieces = jsonDocument({ all: counted() })
  for (let taken = 0; taken < 10; taken += 1) await pieces.next()
  expect(read).toBeLessThanOrEqual(10)
})
