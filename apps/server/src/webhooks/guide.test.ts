import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { signDelivery } from './sign-delivery.ts'

/** The sample of docs/webhooks.md, run unchanged. */
async function sample() {
  const guide = readFileSync(join(import.meta.dirname, '../../../../docs/webhooks.md'), 'utf8')
  const code = /```js\n([\s\S]*?)```/.exec(guide)?.[1] ?? ''
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    isFromWaybill(secret: string, signature: string, body: string, nowSeconds?: number): boolean
  }
}

test('accepts our signature in the guide’s sample, and no other', async () => {
  const { isFromWaybill } = await sample()
  const signature = signDelivery(['whsec_old', 'whsec_new'], 1_000, '{"a":"é"}')
  for (const secret of ['whsec_old', 'whsec_new'])
    expect(isFromWaybill(secret, signature, '{"a":"é"}', 1_299)).toBe(true)
  expect(isFromWaybill('whsec_other', signature, '{"a":"é"}', 1_000)).toBe(false)
  expect(isFromWaybill('whsec_new', signature, '{"a":"e"}', 1_000)).toBe(false)
  for (const now of [600, 1_301]) expect(isFromWaybill('whsec_new', signature, '{"a":"é"}', now)).toBe(false)
  const later = signature.replace('t=1000', 't=2000')
  expect(isFromWaybill('whsec_new', later, '{"a":"é"}', 2_000)).toBe(false)
  const forged = `t=1000,v1=${createHmac('sha256', 'x').update('1000.{}').digest('hex')}`
  for (const wrong of ['', 't=1000', 'v1=', 't=,v1=00', 't=1000,v1=zz', forged]) {
    expect(isFromWaybill('whsec_new', wrong, '{}', 1_000)).toBe(false)
  }
})
