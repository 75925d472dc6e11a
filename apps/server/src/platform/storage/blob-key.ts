import { randomBytes } from 'node:crypto'

const PATTERN = /^[a-z0-9]{32,64}$/

/** A fresh key: 160 random bits as 40 hexadecimal digits; it says nothing of what it names. */
export function newBlobKey(): string {
  return randomBytes(20).toString('hex')
}

/** Whether a name is a blob's: the only names that ever become part of a path or of an object's name. */
export function isBlobKey(name: string): boolean {
  return PATTERN.test(name)
}

const SEGMENT_PATTERN = /^[a-z0-9]{16}$/

/** The name of a segment that nobody else writes to: 64 random bits. */
export function newSegment(): string {
  return randomBytes(8).toString('hex')
}

/**
 * The file of a segment: `<key>.<segment>`, or the key alone for the one segment that blobs of earlier versions have.
 *
 * @throws Error (a bug) for anything that is no blob key or no segment
 */
export function segmentFileName(key: string, segment: string): string {
  assertBlobKey(key)
  if (segment === '') return key
  if (!SEGMENT_PATTERN.test(segment)) throw new Error('not a segment')
  return `${key}.${segment}`
}

/** What the name of a file stands for; null where it is no segment's. */
export function parseSegmentFileName(name: string): { key: string; segment: string } | null {
  const [key = '', segment = '', ...more] = name.split('.')
  const isNamed = segment === '' ? name === key : SEGMENT_PATTERN.test(segment)
  return isBlobKey(key) && isNamed && more.length === 0 ? { key, segment } : null
}

/** @throws Error (a bug) for anything that is no blob key. */
export function assertBlobKey(name: string): void {
  if (!isBlobKey(name)) throw new Error('not a blob key')
}
