import { takesMultipart } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientAddress, networkOf } from '../proxies/network.ts'

/**
 * Forms with files in memory at once. A form of n bytes takes n while it arrives and, for the moment of parsing, five
 * times that: the body, the form's copy of it, its files, and what is stored of them. So four forms of 10 MB take at
 * most 40 MB however long they arrive, and 200 MB for a moment.
 */
const MOST_AT_ONCE = 4

/**
 * Admits few forms with files at a time, on every route whose endpoint takes them, and half as many from one network,
 * so that no sender locks the others out. A form takes a place before a byte of its body is read; a form without a
 * place is refused as 'busy', and none of its body is kept. The place is released with the answer, or when the sender
 * leaves before the form is complete. A call in progress keeps its place until it has ended.
 */
export function admitFewForms(app: FastifyInstance, most = MOST_AT_ONCE): void {
  const inside = new Set<FastifyRequest>()
  const handled = new WeakSet<FastifyRequest>()
  const admit = async (request: FastifyRequest, reply: FastifyReply) => {
    const network = networkOf(clientAddress(request))
    const near = [...inside].filter((one) => networkOf(clientAddress(one)) === network)
    if (inside.size >= most || near.length >= Math.ceil(most / 2)) throw new Problem('busy', { retryAfterSeconds: 5 })
    inside.add(request)
    reply.raw.once('close', () => {
      if (!handled.has(request)) inside.delete(request)
    })
  }
  const handle = async (request: FastifyRequest) => void handled.add(request)
  const leave = async (request: FastifyRequest) => void inside.delete(request)
  app.addHook('onRoute', (route) => {
    if (!route.config?.endpoint || !takesMultipart(route.config.endpoint)) return
    route.onRequest = [route.onRequest ?? [], admit].flat()
    route.preHandler = [route.preHandler ?? [], handle].flat()
    route.onSend = [route.onSend ?? [], leave].flat()
  })
}
