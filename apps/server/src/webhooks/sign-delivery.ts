import { createHmac } from 'node:crypto'

/**
 * `Waybill-Signature`: `t=<unix seconds>,v1=<hex>`, one `v1` for each secret: HMAC-SHA256 of `<t>.<body>` under the
 * secret's text. Pure. The signature covers the time, so that an intercepted delivery cannot be replayed later.
 */
export function signDelivery(secrets: readonly string[], unixSeconds: number, body: string): string {
  const marks = secrets.map((secret) => createHmac('sha256', secret).update(`${unixSeconds}.${body}`).digest('hex'))
  return [`t=${unixSeconds}`, ...marks.map((mark) => `v1=${mark}`)].join(',')
}
