/**
 * Addresses of the mailbox that we read. Each names one thing: the envelope sender of a mail to a recipient, so that an
 * undeliverable mail returns under its own address (variable envelope return paths), or where a reply to a conversation
 * goes. The token is the thing's id and a mac of it under the server's key, for its purpose: only who got the address can
 * use it, and no table stores tokens.
 */
import type { Context } from '../../../context.ts'
import { isSameBytes } from '../../ids.ts'

type Needs = Pick<Context, 'masterKey' | 'config'>

const ID_BYTES = 15
const MAC_BYTES = 10
/** RFC 4648 in lower case: mail servers on the way may change the case of an address. */
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'
/** Twenty-five bytes, five bits each. */
const TOKEN = '[a-z2-7]{40}'

/** A mail that bounced, or a conversation whose customer or operator replies. */
export type AddressPurpose = 'bounce' | 'reply-of-customer' | 'reply-of-operator'

/** Undefined where no mailbox for returned mails is set. */
export const bounceAddress = (ctx: Needs, mailId: string): string | undefined => tokenAddress(ctx, 'bounce', mailId)

/** The id of the mail whose envelope sender occurs in one of the texts; null where none has a valid one. */
export const bouncedMail = (ctx: Needs, texts: readonly string[]): string | null => addressedTo(ctx, 'bounce', texts)

/** The address of a thing with an id of `newId`; undefined where no mailbox is set. */
export function tokenAddress({ config, masterKey }: Needs, purpose: AddressPurpose, id: string): string | undefined {
  if (config.inbound === null) return undefined
  const { bounceName, bounceDomain } = config.inbound
  const token = encode(Buffer.concat([Buffer.from(id, 'base64url'), macOf(masterKey, purpose, id)]))
  return `${bounceName}+${token}@${bounceDomain}`
}

/** The id in the first valid address of this purpose in the texts; null where none has one. */
export function addressedTo(
  { config, masterKey }: Needs,
  purpose: AddressPurpose,
  texts: readonly string[],
): string | null {
  if (config.inbound === null) return null
  const { bounceName, bounceDomain } = config.inbound
  const form = new RegExp(
    `(?<![^\\s<>,;:"])${literal(bounceName)}\\+(${TOKEN})@${literal(bounceDomain)}(?![\\w.-])`,
    'gi',
  )
  for (const text of texts) {
    for (const [, token = ''] of text.matchAll(form)) {
      const bytes = decode(token.toLowerCase())
      const id = bytes.subarray(0, ID_BYTES).toString('base64url')
      if (isSameBytes(bytes.subarray(ID_BYTES), macOf(masterKey, purpose, id))) return id
    }
  }
  return null
}

const macOf = (masterKey: Needs['masterKey'], purpose: AddressPurpose, id: string) =>
  masterKey.mac(purpose, id).subarray(0, MAC_BYTES)

const literal = (text: string) => text.replace(/[^a-z0-9]/gi, '\\$&')

/** Takes a multiple of five bytes. */
function encode(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join('')
}

function decode(text: string): Buffer {
  const bits = [...text].map((sign) => BASE32.indexOf(sign).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
