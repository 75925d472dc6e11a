import { SEALED_ANSWER_BYTES } from '@waybill/contract/requests/sealed-answer'
import { sealedBytesOf } from '@waybill/contract/requests/sealed-form'
import { type Bytes, concat, fromBase64url, toBase64url, utf8 } from './bytes.ts'
import { makeFileSeal, sealRange } from './file-seal.ts'
import { openSealed } from './open-sealed.ts'
import type { OpeningKeys } from './opening-keys.ts'
import { SealingError } from './sealing-error.ts'

interface Answered {
  /** The id of its question: an answer that is put under another one does not open. */
  item: string
  answer: readonly string[]
}

/**
 * One answer, sealed for a request's public key. `longest`: the longest answer that its question has, so that the size
 * does not tell which option was chosen; absent for a text.
 *
 * @throws RangeError for a text that no question accepts
 */
export async function sealAnswer(
  publicKey: string,
  { item, answer }: Answered,
  longest: readonly string[] = answer,
): Promise<string> {
  const bytes = sizeFor({ item, answer: longest.length > answer.length ? longest : answer })
  const text = utf8(JSON.stringify({ answer, item }))
  const padding = new Uint8Array(bytes - text.length).fill(0x20)
  const plain = new Blob([text, padding])
  const readable = { bytes, slice: (start: number, end: number) => plain.slice(start, end) }
  const sealed = await sealRange(await makeFileSeal(publicKey, bytes), readable, 0, sealedBytesOf(bytes))
  return toBase64url(new Uint8Array(await sealed.arrayBuffer()))
}

function sizeFor(answered: Answered): number {
  const { length } = utf8(JSON.stringify(answered))
  const bytes = SEALED_ANSWER_BYTES.find((size) => size >= length)
  if (bytes === undefined) throw new RangeError('The answer is too long')
  return bytes
}

/** Throws SealingError where it was altered, or belongs to another question. */
export async function openAnswer(keys: OpeningKeys, item: string, sealed: string): Promise<string[]> {
  const pieces: Bytes[] = []
  for await (const piece of openSealed(once(sealed), keys)) pieces.push(piece)
  const found = read(new TextDecoder().decode(concat(...pieces)))
  if (found?.item !== item) throw new SealingError('record-altered')
  return found.answer
}

async function* once(sealed: string): AsyncGenerator<Bytes> {
  yield fromBase64url(sealed)
}

function read(text: string): { item: string; answer: string[] } | null {
  try {
    const { item, answer } = JSON.parse(text)
    const isAnswer = Array.isArray(answer) && answer.every((one) => typeof one === 'string')
    return typeof item === 'string' && isAnswer ? { item, answer } : null
  } catch {
    return null
  }
}
