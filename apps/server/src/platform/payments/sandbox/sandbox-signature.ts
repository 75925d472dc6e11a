import { createHmac } from 'node:crypto'
import { Problem } from '@waybill/contract/core/problems'
import { isSameBytes } from '../../ids.ts'
import { type PaymentEvent, SIGNATURE_SECONDS } from '../payment-provider.ts'
import type { SandboxEventRow } from './books.ts'

/** The version of the body below: an event of another is not read. */
const VERSION = 1

/** An event as the sandbox sends it: `t=<epoch seconds>,v1=<hex HMAC-SHA256 of "t.body">`, like Stripe's. */
export interface SignedEvent {
  body: Buffer
  signature: string
}

export function signBody(body: Buffer, secret: Uint8Array, nowMs: number): SignedEvent {
  const seconds = Math.floor(nowMs / 1_000)
  return { body, signature: `t=${seconds},v1=${macOf(secret, seconds, body).toString('hex')}` }
}

export const bodyOf = ({ id, at, kind, customer_id, subscription_id, checkout_id }: SandboxEventRow): Buffer =>
  Buffer.from(
    JSON.stringify({
      version: VERSION,
      id,
      at: at.toISOString(),
      kind,
      customer: customer_id,
      subscription: subscription_id,
      session: checkout_id,
    }),
  )

const macOf = (secret: Uint8Array, seconds: number, body: Uint8Array): Buffer =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest()

/** @throws Problem 'webhook-refused' {because: 'signature' | 'time' | 'version'} */
export function readSigned(
  body: Uint8Array,
  signature: string | undefined,
  secret: Uint8Array,
  nowMs: number,
): PaymentEvent {
  const [, time = '', mac = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature ?? '') ?? []
  const seconds = Number(time)
  const isSigned = mac !== '' && isSameBytes(Buffer.from(mac, 'hex'), macOf(secret, seconds, body))
  if (!isSigned) throw new Problem('webhook-refused', { because: 'signature' })
  if (Math.abs(nowMs / 1_000 - seconds) > SIGNATURE_SECONDS) throw new Problem('webhook-refused', { because: 'time' })
  const { version, at, ...event } = JSON.parse(Buffer.from(body).toString('utf8'))
  if (version !== VERSION) throw new Problem('webhook-refused', { because: 'version' })
  // Every event of the sandbox names its customer, so that none has to be found by a payment.
  return { ...event, payment: null, at: new Date(at) }
}
