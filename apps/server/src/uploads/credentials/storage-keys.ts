/**
 * Storage credentials of the S3 door. Nothing of them is stored: the secret, the token's mark and the hash in
 * `upload_tokens` are derived from the access key by the master key.
 */
import type { MasterKey } from '../../platform/config/master-key.ts'
import { hashToken, isSameBytes, newBase62 } from '../../platform/ids.ts'

const PREFIX = 'WBK'
/** 131 random bits. */
const RANDOM_CHARS = 22

/**
 * How long credentials live, in minutes. Those of our own door end with the upload; a store's own live on, and what they
 * put then is swept.
 */
export const LIFE_MINUTES = 60

export const newAccessKeyId = (): string => `${PREFIX}${newBase62(RANDOM_CHARS)}`

export const isAccessKeyId = (text: string): boolean => /^WBK[0-9A-Za-z]{22}$/.test(text)

export const secretOf = (key: MasterKey, accessKeyId: string): string =>
  Buffer.from(key.mac('storage key: secret', accessKeyId)).toString('base64url')

/** What stands for these credentials in `upload_tokens`. */
export const storedHashOf = (key: MasterKey, accessKeyId: string): Buffer =>
  hashToken(Buffer.from(key.mac('storage key: row', accessKeyId)).toString('base64url'))

/** The session token: when the credentials end, in seconds, and a mark that binds both to the access key. */
export function sessionTokenOf(key: MasterKey, accessKeyId: string, endsAt: Date): string {
  const seconds = Math.floor(endsAt.getTime() / 1_000)
  return `${seconds}.${Buffer.from(markOf(key, accessKeyId, seconds)).toString('base64url')}`
}

/** When the credentials of a session token end; null where the token is not theirs. */
export function readSessionToken(key: MasterKey, accessKeyId: string, token: string): Date | null {
  const [, seconds = '', mark = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(token) ?? []
  if (!isSameBytes(Buffer.from(mark, 'base64url'), markOf(key, accessKeyId, Number(seconds)))) return null
  return new Date(Number(seconds) * 1_000)
}

const markOf = (key: MasterKey, accessKeyId: string, seconds: number): Uint8Array =>
  key.mac('storage key: token', `${accessKeyId} ${seconds}`)
