import { Problem } from '@waybill/contract/core/problems'
import type { FastifyRequest } from 'fastify'
import { hashToken } from '../../platform/ids.ts'
import { MAX_PART_BYTES } from './part-store.ts'

/** The upload's bearer token, hashed. @throws Problem 'upload-token-wrong' */
export function bearerHash(request: Pick<FastifyRequest, 'headers'>): Buffer {
  return hashToken(bearerOf(request))
}

/** @throws Problem 'upload-token-wrong' */
export function bearerOf({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const token = /^Bearer ([\w-]{20,200})$/i.exec(headers.authorization ?? '')?.[1]
  if (token === undefined) throw new Problem('upload-token-wrong')
  return token
}

/**
 * The target of a part and its properties, from the headers.
 *
 * @throws Problem 'invalid-input' {field} | 'part-too-large' {maxBytes}
 */
export function readPartHeaders({ headers }: Pick<FastifyRequest, 'headers'>): {
  offset: number
  bytes: number
  crc32: number
} {
  const bytes = whole(headers, 'content-length')
  if (bytes === 0) throw new Problem('invalid-input', { where: 'headers', field: 'content-length' })
  if (bytes > MAX_PART_BYTES) throw new Problem('part-too-large', { maxBytes: MAX_PART_BYTES })
  const crc32 = whole(headers, 'waybill-crc32')
  if (crc32 > 0xffff_ffff) throw new Problem('invalid-input', { where: 'headers', field: 'waybill-crc32' })
  return { offset: whole(headers, 'waybill-offset'), bytes, crc32 }
}

function whole(headers: FastifyRequest['headers'], field: string): number {
  const text = headers[field]
  const value = typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(value)) throw new Problem('invalid-input', { where: 'headers', field })
  return value
}
