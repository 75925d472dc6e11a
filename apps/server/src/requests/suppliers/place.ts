import { Problem } from '@waybill/contract/core/problems'

/** Where a page of a list ends: the instant in microseconds, then the row's id. */
export interface Place {
  at: number
  id: string
}

export const writePlace = ({ at, id }: Place): string => Buffer.from(JSON.stringify([at, id])).toString('base64url')

/** @throws Problem 'invalid-input' for what is none of ours */
export function readPlace(after: string | undefined): Place | null {
  if (after === undefined) return null
  try {
    const [at, id] = JSON.parse(Buffer.from(after, 'base64url').toString())
    if (Number.isSafeInteger(at) && typeof id === 'string' && /^[\w-]{1,64}$/.test(id)) return { at, id }
  } catch {
    // Told below.
  }
  throw new Problem('invalid-input', { where: 'query', field: 'after' })
}
