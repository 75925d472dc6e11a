import { describe, expect, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { masterKeyOf } from '../../config/master-key.ts'
import { newId } from '../../ids.ts'
import { bounceAddress, bouncedMail } from './bounce-address.ts'

const config = readConfig({
  SMTP_URL: 'smtp://mail.example',
  INBOUND_IMAP_URL: 'imaps://u:p@mail.example',
  BOUNCE_ADDRESS: "bo.un'ce@Waybill.example",
})
const ctx = { config, masterKey: masterKeyOf(new Uint8Array(32).fill(1)) }
const other = { config, masterKey: masterKeyOf(new Uint8Array(32).fill(2)) }
const mailId = newId()
const address = bounceAddress(ctx, mailId) ?? ''

test('names one mail in an address, within the length that mail servers accept', () => {
  expect(address).toMatch(/^bo\.un'ce\+[a-z2-7]{40}@waybill\.example$/)
  expect(address.indexOf('@')).toBeLessThanOrEqual(64)
  expect(bounceAddress(ctx, newId())).not.toBe(address)
  for (let i = 0; i < 200; i++) {
    const id = newId()
    expect(bouncedMail(ctx, [bounceAddress(ctx, id) ?? ''])).toBe(id)
  }
})

describe('a header that names a mail', () => {
  test.each([
    address,
    address.toUpperCase(),
    `<${address}>`,
    `"Waybill" <${address}>`,
    `rfc822;${address}`,
    `other@waybill.example, ${address}`,
    `${bounceAddress(other, mailId)}, ${address}`,
  ])('%s', (header) => {
    expect(bouncedMail(ctx, ['', header])).toBe(mailId)
  })
})

describe('a header that names none', () => {
  const token = address.slice(address.indexOf('+') + 1, address.indexOf('@'))
  const swapped = (token.startsWith('a') ? 'b' : 'a') + token.slice(1)
  test.each([
    '',
    'bounce@waybill.example',
    address.replace(token, swapped),
    address.replace(token, token.slice(1)),
    address.replace(token, `${token}a`),
    `x${address}`,
    `${address}.evil.example`,
    address.replace('bo.un', 'boxun'),
    address.replace('waybill.example', 'waybillxexample'),
    bounceAddress(other, mailId) ?? '',
  ])('%s', (header) => {
    expect(bouncedMail(ctx, [header])).toBeNull()
  })
})

test('names no address when no mailbox for returned mails is set', () => {
  const without = { ...ctx, config: readConfig({}) }
  expect(bounceAddress(without, mailId)).toBeUndefined()
  expect(bouncedMail(without, [address])).toBeNull()
})
