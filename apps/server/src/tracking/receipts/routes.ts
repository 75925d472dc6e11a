import * as endpoints from '@waybill/contract/tracking/receipt-endpoints'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../../context.ts'
import { accountOf } from '../../platform/http/actor.ts'
import { bind } from '../../platform/http/bind.ts'
import { whenGone } from '../../platform/http/connections/when-gone.ts'
import { listReceiptKeys } from './list-receipt-keys.ts'
import { printReceipt, type ReceiptQuery, readReceipt } from './read-receipt.ts'

const PRIVATE = 'private, no-store'
const saved = (slug: string, ending: 'json' | 'pdf') => ({
  'content-disposition': `attachment; filename="waybill-${slug}-receipt.${ending}"`,
  'cache-control': PRIVATE,
  'x-content-type-options': 'nosniff',
})

export function receiptRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, endpoints.readReceipt, async ({ actor, params, reply }) => {
    const { slug, bytes } = await readReceipt(ctx, queryOf(accountOf(actor).id, params, reply))
    // The signed bytes, not a serialiser's version of them.
    await reply.headers(saved(slug, 'json')).type('application/json; charset=utf-8').send(bytes)
    return undefined
  })
  bind(app, endpoints.printReceipt, async ({ actor, params, reply }) => {
    const { id, language } = accountOf(actor)
    const { slug, bytes } = await printReceipt(ctx, queryOf(id, params, reply), language)
    await reply.headers(saved(slug, 'pdf')).type('application/pdf').send(bytes)
    return undefined
  })
  bind(app, endpoints.listReceiptKeys, () => listReceiptKeys(ctx))
}

const queryOf = (
  accountId: string,
  { transfer, recipient }: { transfer: string; recipient: string },
  reply: FastifyReply,
): ReceiptQuery => ({
  accountId,
  transferId: transfer,
  recipientId: recipient,
  signal: whenGone(reply),
  onWaiting: () => reply.request.stay?.leave(),
})
