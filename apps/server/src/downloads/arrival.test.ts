import { Agent, createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { Arrivals } from './arrival.ts'

const servers: Server[] = []
const arrivals = new Arrivals()
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A server that answers `bytes`; the verdict on the first answer, and the client's end of it. */
async function answering(
  bytes: number,
  keepsOpen: boolean,
  agent: Agent | false = false,
): Promise<{ verdict: Promise<boolean>; answer: IncomingMessage; port: number }> {
  const verdict = Promise.withResolvers<boolean>()
  const server = createServer(async (asked, response) => {
    arrivals.noteNextRequest(asked.socket)
    const arrival = arrivals.watch(asked.socket)
    response.writeHead(200, { 'content-length': bytes, ...(keepsOpen ? {} : { connection: 'close' }) })
    await new Promise((resolve) => response.end(Buffer.alloc(bytes), () => resolve(null)))
    verdict.resolve(arrival.hasArrived())
  })
  servers.push(server)
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)))
  const { port } = server.address() as AddressInfo
  const asked = request({
    port,
    host: '127.0.0.1',
    agent,
    headers: { connection: keepsOpen ? 'keep-alive' : 'close' },
  })
  const answer = await new Promise<IncomingMessage>((resolve) => asked.on('response', resolve).end())
  return { verdict: verdict.promise, answer, port }
}

const read = async (answer: IncomingMessage) => {
  for await (const _chunk of answer);
}
const moment = () => new Promise((resolve) => setTimeout(resolve, 100))

describe.each([
  ['within the buffers', 300_000],
  ['larger than the buffers', 20_000_000],
])('the end of an answer, %s,', (_size, bytes) => {
  it.each([true, false])('has arrived when it was read (connection kept open: %s)', async (keepsOpen) => {
    const { verdict, answer } = await answering(bytes, keepsOpen)
    const { socket } = answer
    await read(answer)
    if (keepsOpen) socket.destroy()
    expect(await verdict).toBe(true)
  })

  it.each([true, false])('has not when the connection is reset before (kept open: %s)', async (keepsOpen) => {
    const { verdict, answer } = await answering(bytes, keepsOpen)
    await moment()
    answer.socket.resetAndDestroy()
    if (bytes > 1_000_000) return
    expect(await verdict).toBe(false)
  })
})

it('has arrived when the client asks on, or leaves the connection open', async () => {
  const agent = new Agent({ keepAlive: true })
  const first = await answering(2_000, true, agent)
  await read(first.answer)
  request({ port: first.port, host: '127.0.0.1', agent }, (answer) => answer.resume()).end()
  expect(await first.verdict).toBe(true)
  const second = await answering(2_000, true, agent)
  await read(second.answer)
  expect(await second.verdict).toBe(true)
  agent.destroy()
})
