/**
 * The envelope sender of a mail to a recipient, so that an undeliverable mail returns under its own address (variable
 * envelope return paths). The token is the mail's id and a mac of it under the server's key: only the receiver of the
 * mail can report that it bounced, and no table stores tokens.
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

/** Undefined where no mailbox for returned mails is set. */
export function bounceAddress({ config, masterKey }: Needs, mailId: string): string | undefined {
  if (config.inbound === null) return undefined
  const { bounceName, bounceDomain } = config.inbound
  const token = encode(Buffer.concat([Buffer.from(mailId, 'base64url'), macOf(masterKey, mailId)]))
  return `${bounceName}+${token}@${bounceDomain}`
}

/** The id of the mail whose envelope sender occurs in one of the texts; null where none has a valid one. */
export function bouncedMail({ config, masterKey }: Needs, texts: readonly string[]): string | null {
  if (config.inbound === null) return null
  const { bounceName, bounceDomain } = config.inbound
  const form = new RegExp(
    `(?<![^\\s<>,;:"])${literal(bounceName)}\\+(${TOKEN})@${literal(bounceDomain)}(?![\\w.-])`,
    'gi',
  )
  for (const text of texts) {
    for (const [, token = ''] of text.matchAll(form)) {
      const bytes = decode(token.toLowerCase())
      const mailId = bytes.subarray(0, ID_BYTES).toString('base64url')
      if (isSameBytes(bytes.subarray(ID_BYTES), macOf(masterKey, mailId))) return mailId
    }
  }
  return null
}

const macOf = (masterKey: Needs['masterKey'], mailId: string) => masterKey.mac('bounce', mailId).subarray(0, MAC_BYTES)

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
