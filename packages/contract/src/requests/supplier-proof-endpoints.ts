import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { text, typedAddress } from '../core/fields.ts'

/**
 * Proves an address for this browser step by step: without `verifyId` it mails a code to `email`, with it it takes the
 * code. The codes are those of `requestSenderCode` and `confirmSenderCode`, with their limits. As a form it answers 303
 * to the page, so that a supplier without scripts can answer a request that requires a proven address.
 */
export const proveSupplier = endpoint('proveSupplier', {
  summary: 'Prove the address of a supplier',
  worksWithoutFactor: 'as-visitor',
  body: z.strictObject({
    slug: text(64),
    user: text(64).optional(),
    email: typedAddress,
    verifyId: text(64).default(''),
  }),
  reply: z.object({ next: z.enum(['code', 'proven']) }),
  problems: [
    'request-not-found',
    'link-locked',
    'too-many-requests',
    'proof-required',
    'invalid-recipient',
    'too-many-codes',
    'code-malformed',
    'code-wrong',
    'code-expired',
    'invalid-input',
  ],
  auth: 'form',
})
