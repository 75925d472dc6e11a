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

/** @throws Error (a bug) for anything that is no blob key. */
export function assertBlobKey(name: string): void {
  if (!isBlobKey(name)) throw new Error('not a blob key')
}
