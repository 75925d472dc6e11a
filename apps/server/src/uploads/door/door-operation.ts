import { denied } from './door-call.ts'
import { S3Error } from './s3-error.ts'

export type Operation =
  | { kind: 'put' }
  | { kind: 'create' }
  | { kind: 'part'; uploadId: string; number: number }
  | { kind: 'list'; uploadId: string; after: number; most: number }
  | { kind: 'complete'; uploadId: string }
  | { kind: 'abort'; uploadId: string }

const MOST_PARTS = 10_000
const MOST_LISTED = 1_000

/**
 * What a call asks for. The credentials allow these six things, each with its own parameters alone; all else that S3
 * knows (reading, listing, deleting, copying, access lists) is denied.
 *
 * @throws S3Error 'AccessDenied' | 'InvalidArgument' | 'NotImplemented'
 */
export function readOperation(
  method: string,
  query: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Operation {
  for (const name of Object.keys(headers)) requireHarmless(name, headers[name])
  const given = new URLSearchParams(query)
  // The SDKs say what they mean to call, for logs.
  given.delete('x-id')
  const names = [...given.keys()].sort().join(' ')
  const uploadId = given.get('uploadId') ?? ''
  switch (`${method} ${names}`) {
    case 'PUT ':
      return { kind: 'put' }
    case 'POST uploads':
      return { kind: 'create' }
    case 'PUT partNumber uploadId':
      return { kind: 'part', uploadId, number: whole(given.get('partNumber'), 1, MOST_PARTS) }
    case 'POST uploadId':
      return { kind: 'complete', uploadId }
    case 'DELETE uploadId':
      return { kind: 'abort', uploadId }
  }
  const listing = names
    .split(' ')
    .filter((name) => !['max-parts', 'part-number-marker', 'encoding-type'].includes(name))
  if (method === 'GET' && listing.join(' ') === 'uploadId') {
    const most = Math.min(whole(given.get('max-parts') ?? String(MOST_LISTED), 1, 2 ** 31), MOST_LISTED)
    return { kind: 'list', uploadId, after: whole(given.get('part-number-marker') ?? '0', 0, MOST_PARTS), most }
  }
  throw denied()
}

function whole(text: string | null, least: number, most: number): number {
  const value = /^\d{1,10}$/.test(text ?? '') ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new S3Error('InvalidArgument', `A number from ${least} to ${most} is needed.`)
}

const KNOWN =
  /^x-amz-(?:date|content-sha256|security-token|decoded-content-length|trailer|user-agent|checksum-[\w-]{1,30}|sdk-checksum-algorithm|meta-.{1,200}|storage-class)$/
const OWN_ACLS = ['private', 'bucket-owner-full-control']

/** Objects have no metadata of their own and are nobody else's: what only describes them is accepted and dropped. */
function requireHarmless(name: string, value: string | string[] | undefined): void {
  if (!name.startsWith('x-amz-') || KNOWN.test(name)) return
  if (name === 'x-amz-acl' && OWN_ACLS.includes(String(value))) return
  if (/^x-amz-(?:acl|grant-|copy-source)/.test(name)) throw denied()
  throw new S3Error('NotImplemented', 'A header asks for something that this store does not do.')
}
