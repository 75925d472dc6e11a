import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makePair } from '#test/http/own-certificate'
import { endSlowBodies } from './end-slow-bodies.ts'

describe.each(['without TLS', 'over TLS'])('%s', (how) => {
  const isTls = how === 'over TLS'
  let app: FastifyInstance
  let arrived: unknown[]
  beforeEach(async () => {
    arrived = []
    const { chain, key } = await makePair()
    const secure = (onRequest: Parameters<typeof createServer>[1]): Server =>
      createServer({ cert: chain, key }, onRequest)
    app = (isTls ? Fastify({ serverFactory: secure }) : Fastify()) as FastifyInstance
    endSlowBodies(app, { windowMs: 300, minBytes: 30 })
    app.post('/take', async ({ body }) => {
      arrived.push(body)
      return { ok: true }
    })
    app.put('/part', { config: { endpoint: { name: 'receivePart' } as never } }, async () => ({ ok: true }))
    await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterEach(() => app.close())

  /**
   * Sends a body piece by piece, a piece every 20 ms; returns everything that came back until the connection closed.
   */
  async function dribble(start: string, pieces: readonly string[]): Promise<string> {
    const body = pieces.join('')
    const { port } = app.server.address() as AddressInfo
    const socket = isTls
      ? connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
      : connect(port, '127.0.0.1')
    socket.on('error', () => {})
    let said = ''
    socket.on('data', (chunk) => {
      said += chunk
    })
    // A piece that arrives after the close resets the connection: the data received before that counts.
    const told = new Promise<string>((resolve) => socket.once('close', () => resolve(said)))
    await once(socket, isTls ? 'secureConnect' : 'connect')
    socket.write(
      `${start} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    )
    for (const piece of pieces) {
      if (socket.destroyed) break
      socket.write(piece)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return told
  }

  test('ends a body that trickles in, with a reason, and never accepts it', async () => {
    const told = await dribble('POST /take', ['"', ...Array(2_000).fill('a'), '"'])
    expect(told).toMatch(/^HTTP\/1\.1 408 /)
    expect(told).toContain('"request-too-slow"')
    expect(arrived).toEqual([])
  })

  test('accepts a slow body that keeps the pace over many windows', async () => {
    const told = await dribble('POST /take', ['"', ...Array(100).fill('a'.repeat(100)), '"'])
    expect(told).toMatch(/^HTTP\/1\.1 200 /)
    expect(arrived).toEqual(['a'.repeat(10_000)])
  })

  test('leaves parts to their own rule', async () => {
    expect(await dribble('PUT /part', ['"', ...Array(60).fill('a'), '"'])).toMatch(/^HTTP\/1\.1 200 /)
  })
})
