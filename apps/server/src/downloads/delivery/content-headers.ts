import { cleanName } from '@waybill/contract/core/names'
import { type MediaType, mediaTypeOf } from '@waybill/contract/transfers/recordings'
import { create } from 'content-disposition'
import type { Validators, Verdict } from './judge-conditions.ts'
import type { PreviewedType } from './judge-preview.ts'

export interface Content extends Validators {
  /** The name under which it is saved. */
  name: string
  type: 'application/octet-stream' | 'application/zip' | 'text/plain' | MediaType | PreviewedType
}

/** A file's own type where a page may play it; all others are bytes without a type. */
export const typeOf = (path: string): Content['type'] => mediaTypeOf(path) ?? 'application/octet-stream'

/**
 * Headers of everything that a sender uploaded: it is saved, never shown, whatever it contains. The browser may not
 * load, run, frame, index, share caches of or guess the type of anything; only a player may load audio and video.
 */
export function contentHeaders(content: Content, verdict: Verdict): Record<string, string> {
  return {
    ...validatorHeaders(content),
    ...bodyHeaders(content, verdict),
    'content-disposition': disposition(content.name),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    // A page's player follows the link to the content origin, where there is one; the link is the permission.
    'cross-origin-resource-policy': isPlayed(content) ? 'cross-origin' : 'same-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow',
  }
}

const isPlayed = ({ type }: Content): boolean => /^(?:audio|video)\//.test(type)

function validatorHeaders({ etag, lastModified }: Validators): Record<string, string> {
  return { 'accept-ranges': 'bytes', etag, 'last-modified': lastModified.toUTCString() }
}

function bodyHeaders({ bytes, type }: Content, verdict: Verdict): Record<string, string> {
  if (verdict.status === 304) return {}
  if (verdict.status === 416) return { 'content-range': `bytes */${bytes}` }
  if (!('from' in verdict)) return { 'content-length': '0' }
  const { status, from, to } = verdict
  const range: Record<string, string> = status === 206 ? { 'content-range': `bytes ${from}-${to - 1}/${bytes}` } : {}
  return { 'content-type': type, 'content-length': String(to - from), ...range }
}

/** RFC 6266: the whole name in UTF-8, and an ASCII one without characters that an old client might misread. */
export function disposition(name: string): string {
  const cleaned = cleanName(name.toWellFormed())
  return create(cleaned, { fallback: cleaned.replace(/[^\x20-\x7e]|["\\%/;]/gu, '_') })
}
