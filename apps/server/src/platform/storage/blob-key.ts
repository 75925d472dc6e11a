import { randomBytes } from 'node:crypto'

const PATTERN = /^[a-z0-9]{32,64}$/

/** A fresh key: 160 random bits as 40 hexadecimal digits; it reveals nothing about its blob. */
export function newBlobKey(): string {
  return randomBytes(20).toString('hex')
}

/** Whether a name is a blob key: only such names ever become part of a path or an object's name. */
export function isBlobKey(name: string): boolean {
  return PATTERN.test(name)
}

const SEGMENT_PATTERN = /^[a-z0-9]{16}$/

/** The name of a segment that no other process writes to: 64 random bits. */
export function newSegment(): string {
  return randomBytes(8).toString('hex')
}

/**
 * The file of a segment: `<key>.<segment>`, or the key alone for the single segment of blobs from earlier versions.
 *
 * @throws Error (a bug) for anything that is not a blob key or a segment
 */
export function segmentFileName(key: string, segment: string): string {
  assertBlobKey(key)
  if (segment === '') return key
  if (!SEGMENT_PATTERN.test(segment)) throw new Error('not a segment')
  return `${key}.${segment}`
}

/** The key and segment in a file's name; null where it is not a segment's. */
export function parseSegmentFileName(name: string): { key: string; segment: string } | null {
  const [key = '', segment = '', ...more] = name.split('.')
  const isNamed = segment === '' ? name === key : SEGMENT_PATTERN.test(segment)
  return isBlobKey(key) && isNamed && more.length === 0 ? { key, segment } : null
}

/** @throws Error (a bug) for anything that is not a blob key. */
export function assertBlobKey(name: string): void {
  if (!isBlobKey(name)) throw new Error('not a blob key')
}
