import * as endpoints from '@waybill/contract/receipts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { accountOf } from '../http/actor.ts'
import { bind } from '../http/bind.ts'
import { listReceiptKeys } from './list-receipt-keys.ts'
import { printReceipt } from './print-receipt.ts'
import { readReceipt } from './read-receipt.ts'

const PRIVATE = 'private, no-store'
const saved = (slug: string, ending: 'json' | 'pdf') => ({
  'content-disposition': `attachment; filename="waybill-${slug}-receipt.${ending}"`,
  'cache-control': PRIVATE,
  'x-content-type-options': 'nosniff',
})

export function receiptRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, endpoints.readReceipt, async ({ actor, params, reply }) => {
    const { file, receipt } = await readReceipt(ctx, accountOf(actor).id, params)
    // The bytes that were signed, not what a serialiser would make of them.
    await reply.headers(saved(receipt.transfer.slug, 'json')).type('application/json; charset=utf-8').send(file)
    return undefined
  })
  bind(app, endpoints.printReceipt, async ({ actor, params, reply }) => {
    const account = accountOf(actor)
    const written = await readReceipt(ctx, account.id, params)
    const pdf = await printReceipt(written, account.language)
    await reply.headers(saved(written.receipt.transfer.slug, 'pdf')).type('application/pdf').send(pdf)
    return undefined
  })
  bind(app, endpoints.listReceiptKeys, () => listReceiptKeys(ctx))
}
