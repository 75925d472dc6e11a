import { Problem } from '@waybill/contract/core/problems'
import type { LibraryPlace } from './library-store.ts'

const FORM = /^(\d{1,17})\.([\w-]{1,64})$/

/** Where a page ended, as the wire has it. */
export const writePlace = ({ at, id }: LibraryPlace): string => Buffer.from(`${at}.${id}`).toString('base64url')

/** @throws Problem 'invalid-input' for one that is none of ours */
export function readPlace(after: string): LibraryPlace {
  const [, at, id] = FORM.exec(Buffer.from(after, 'base64url').toString()) ?? []
  if (at === undefined || id === undefined || !Number.isSafeInteger(Number(at))) {
    throw new Problem('invalid-input', { where: 'query', field: 'after' })
  }
  return { at: Number(at), id }
}
