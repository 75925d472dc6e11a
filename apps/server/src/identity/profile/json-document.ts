import { setImmediate as nextTurn } from 'node:timers/promises'

const AT_ONCE = 100

/** Values and lists of a document by name. A list is written as it arrives, so that it may be larger than memory. */
export type DocumentParts = Record<string, unknown | AsyncIterable<unknown>>

const isList = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** One JSON object, in pieces. */
export async function* jsonDocument(parts: DocumentParts): AsyncGenerator<string> {
  let before = '{\n'
  for (const [name, value] of Object.entries(parts)) {
    yield `${before}${JSON.stringify(name)}: `
    if (isList(value)) yield* jsonList(value)
    else yield JSON.stringify(value)
    before = ',\n'
  }
  yield before === '{\n' ? '{}\n' : '\n}\n'
}

async function* jsonList(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '['
  let count = 0
  for await (const item of items) {
    // Other calls are served in between.
    count += 1
    if (count % AT_ONCE === 0) await nextTurn()
    yield `${before}\n${JSON.stringify(item)}`
    before = ','
  }
  yield before === '[' ? '[]' : '\n]'
}
