import { type Agent, request } from 'node:http'
import type { Waybill } from '../servers.ts'

export interface AttackRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

/** The status of the answer, once all of it has arrived. */
export function ask(
  { port, host }: Pick<Waybill, 'port' | 'host'>,
  agent: Agent,
  { method, path, headers, body }: AttackRequest,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const options = { host: '127.0.0.1', port, agent, method, path, headers: { ...headers, host } }
  const sent = request(options, (answer) => {
    answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
  })
  sent.once('error', reject).end(body)
  return promise
}
