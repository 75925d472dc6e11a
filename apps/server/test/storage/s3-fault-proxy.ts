/** A proxy in front of a real S3 store that fails like networks and stores: on demand, for chosen requests. */
import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type Fault =
  /** Answers by itself, without the store. */
  | { kind: 'status'; status: number; code: string }
  /** 200 with an error document, like a store that had already begun to answer. */
  | { kind: 'error-in-200'; code: string }
  /** Lets the store do its work and then cuts the connection: the reply is lost. */
  | { kind: 'lose-reply' }
  /** Never answers. */
  | { kind: 'hang' }
  /** Sends the reply's first bytes, then cuts the connection, or falls silent. */
  | { kind: 'cut' | 'stall'; afterBytes: number }
  /** Changes the reply's text. */
  | { kind: 'rewrite'; edit: (text: string) => string }

/** Chooses the fault of a request; null lets it pass. */
export type FaultPlan = (request: { method: string; query: URLSearchParams; path: string; nth: number }) => Fault | null

export interface FaultProxy {
  endpoint: string
  /** From now on `plan` decides; `nth` counts requests from here, from 1. */
  use(plan: FaultPlan): void
  /** Requests since `use`. */
  seen(): number
  close(): Promise<void>
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  let plan: FaultPlan = () => null
  let nth = 0
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', target)
    const about = { method: request.method ?? '', query: url.searchParams, path: url.pathname, nth: ++nth }
    const fault = plan(about)
    response.on('error', () => {})
    const body = await buffer(request).catch(() => null)
    if (body === null || fault?.kind === 'hang') return
    if (fault?.kind === 'status') return sendError(response, fault.status, fault.code)
    if (fault?.kind === 'error-in-200') return sendError(response, 200, fault.code)
    const reply = await forward(request, url, body).catch(() => null)
    if (reply === null) return void response.destroy()
    await answer(response, reply, fault)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    use(next) {
      plan = next
      nth = 0
    },
    seen: () => nth,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The Host header stays the client's: it is signed. */
async function forward(request: IncomingMessage, url: URL, body: Buffer): Promise<IncomingMessage> {
  const { method = 'GET', headers } = request
  const outgoing = httpRequest(url, { method, headers: { ...headers, connection: 'close' } })
  outgoing.end(body)
  const [reply] = (await once(outgoing, 'response')) as [IncomingMessage]
  return reply
}

async function answer(response: ServerResponse, reply: IncomingMessage, fault: Fault | null): Promise<void> {
  const body = await buffer(reply)
  if (fault?.kind === 'lose-reply') return void response.destroy()
  const sent = fault?.kind === 'rewrite' ? Buffer.from(fault.edit(body.toString())) : body
  const { 'transfer-encoding': _, connection: __, ...headers } = reply.headers
  const isHead = response.req.method === 'HEAD'
  response.writeHead(reply.statusCode ?? 502, isHead ? headers : { ...headers, 'content-length': sent.length })
  if (fault?.kind !== 'cut' && fault?.kind !== 'stall') return void response.end(isHead ? undefined : sent)
  response.write(sent.subarray(0, fault.afterBytes), () => {
    if (fault.kind === 'cut') response.destroy()
  })
}

function sendError(response: ServerResponse, status: number, code: string): void {
  const text = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>A fault on order</Message></Error>`
  response.writeHead(status, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(text) })
  response.end(text)
}
