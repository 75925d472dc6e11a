import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A device posts there, not a page of ours: it names no origin. Such a route changes nothing. */
    isForDevices?: true
  }
}

const WORKER = join(import.meta.dirname, '../../../../../web/dist/client/share-worker.js')
const SHARE_PATH = '/share'

/** What the manifest tells the device: its share sheet offers Waybill for files of any type. */
export const shareTarget = {
  action: SHARE_PATH,
  method: 'POST',
  enctype: 'multipart/form-data',
  params: { files: [{ name: 'files', accept: ['*/*'] }] },
}

/**
 * The service worker that takes shared files, and what a share meets where the worker is not there yet: a page that says
 * so. The server reads nothing of such a form, however large it is, and stores nothing.
 */
export function shareRoutes(app: FastifyInstance): void {
  // Browsers look for a newer worker there: an answer that they keep would keep the old one.
  app.get('/share-worker.js', (_request, reply) => {
    if (!existsSync(WORKER)) return reply.callNotFound()
    return reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(readFileSync(WORKER))
  })
  app.post(SHARE_PATH, {
    config: { isForDevices: true },
    // Before the body is read; the connection ends, because it still carries the form.
    onRequest: async (_request, reply) =>
      reply.header('connection', 'close').header('cache-control', 'no-store').redirect('/?shared=none', 303),
    handler: (_request, reply) => reply.callNotFound(),
  })
}
