/**
 * The outer form of a sealed answer: a sealed file of JSON, in base64url. Both ends check the form by this module; the
 * package sealing seals and opens. `docs/sealed-files.md` describes all of it.
 */
import type { ItemKind } from './questions.ts'
import { readSealedHead, type SealedHead, sealedBytesOf } from './sealed-form.ts'

/** The sizes of the JSON: padded to one of them, an answer tells little by its length, and a choice tells nothing. */
export const SEALED_ANSWER_BYTES = [512, 2_048, 8_192, 16_384, 32_768] as const
const LARGEST = 32_768

/** Characters of the largest one. */
export const SEALED_ANSWER_MAX_CHARS = Math.ceil((sealedBytesOf(LARGEST) * 4) / 3)

const SIZES: ReadonlySet<number> = new Set(SEALED_ANSWER_BYTES)

/** The head of a sealed answer; null for any other text. */
export function readSealedAnswer(text: string): SealedHead | null {
  if (text.length > SEALED_ANSWER_MAX_CHARS || !/^[\w-]+$/.test(text)) return null
  const bytes = bytesOf(text)
  const head = bytes && readSealedHead(bytes)
  if (!bytes || !head || !SIZES.has(head.plainBytes)) return null
  return sealedBytesOf(head.plainBytes) === bytes.length ? head : null
}

/** Why a sealed answer cannot be sent; null where it can, as far as anybody can tell without its key. */
export function judgeSealedAnswer(
  kind: ItemKind,
  answer: readonly string[],
  isOurKey: (keyId: Uint8Array) => boolean,
): 'files' | 'unsealed' | null {
  if (kind === 'files') return 'files'
  const [text = '', ...others] = answer
  const head = others.length === 0 ? readSealedAnswer(text) : null
  return head !== null && isOurKey(head.keyId) ? null : 'unsealed'
}

/** Null for a text that is no base64url, or not the one form of its bytes. */
function bytesOf(text: string): Uint8Array | null {
  if (text.length % 4 === 1) return null
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const again = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  return again === text ? Uint8Array.from(binary, (sign) => sign.charCodeAt(0)) : null
}
