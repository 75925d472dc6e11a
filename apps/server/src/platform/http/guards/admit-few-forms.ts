import { takesMultipart } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientAddress, networkOf } from '../proxies/network.ts'

/**
 * Forms with files that are in memory at once. One of n bytes takes n while it comes and, for the moment in which it is
 * taken apart, five times that: the body, the form's copy of it, its files, and what is stored of them. So four forms
 * of 10 MB take at most 40 MB however long they are on their way, and 200 MB for a moment.
 */
const MOST_AT_ONCE = 4

/**
 * Lets few forms with files in at a time, on every route whose endpoint takes them, and of one network half as many, so
 * that nobody keeps all the others out. A place is taken before a byte of the body is read; whoever finds none is
 * refused as 'busy', and of their body nothing is kept. It is given back with the answer, or where the sender is gone
 * before the form was whole. What is handled already keeps it until that has ended.
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
