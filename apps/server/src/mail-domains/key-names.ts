import { randomBytes } from 'node:crypto'
import type { Slot } from './mail-domain-state.ts'

/** The names of keys in DNS, and what their records say. Pure, but for the random token. */
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** 130 random bits as a label: names compare without case. */
export const newKeyToken = (): string => Array.from(randomBytes(26), (byte) => BASE32[byte % 32]).join('')

export const selectorOf = (slot: Slot): string => `waybill${slot}`

/** The customer's name of a key, which is a CNAME. */
export const selectorName = (domain: string, slot: Slot): string => `${selectorOf(slot)}._domainkey.${domain}`

/** Our name of the key, which has the record. */
export const publishedName = (token: string, slot: Slot, base: string): string => `${token}-${slot}.${base}`

export const keyRecord = (publicKey: string): string => `v=DKIM1; k=rsa; p=${publicKey}`

/** Whether a record says exactly this key (RFC 6376, 3.6.1). */
export function holdsKey(record: string, publicKey: string): boolean {
  const tags = new Map(
    record.split(';').map((tag) => {
      const [name = '', ...value] = tag.split('=')
      return [name.trim(), value.join('=').replaceAll(/\s/g, '')] as const
    }),
  )
  return (tags.get('v') ?? 'DKIM1') === 'DKIM1' && (tags.get('k') ?? 'rsa') === 'rsa' && tags.get('p') === publicKey
}
