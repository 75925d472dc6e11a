import { PassThrough } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { sendEvents } from './send-events.ts'

let app: FastifyInstance | null = null
afterEach(() => app?.close())

/** The answer to somebody who follows `body`. */
async function follow(body: PassThrough): Promise<Response> {
  app = Fastify()
  app.get('/', (_request, reply) => sendEvents(reply, body))
  return fetch(await app.listen({ port: 0, host: '127.0.0.1' }))
}

test('a stream that ends sends all that was written', async () => {
  const body = new PassThrough()
  body.write('event: one\n\n')
  const answer = await follow(body)
  body.end('event: two\n\n')
  expect(await answer.text()).toBe('event: one\n\nevent: two\n\n')
})

test('a stream that is destroyed cuts its reader off', async () => {
  const body = new PassThrough()
  body.write('event: one\n\n')
  const answer = await follow(body)
  body.destroy()
  await expect(answer.text()).rejects.toThrow()
})
