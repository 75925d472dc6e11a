import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

export interface Load {
  origin: string
  headers: Record<string, string>
  /** The path of the nth request. */
  pathOf: (nth: number) => string
  perSecond: number
  seconds: number
}

export interface Latency {
  p50Ms: number
  p99Ms: number
}

/**
 * Sends this many requests a second whatever the answers, and times each from when it was due: the bench does not wait
 * for a server that falls behind. Throws on the first answer that is not 200.
 */
export async function openLoop({ origin, headers, pathOf, perSecond, seconds }: Load): Promise<Latency> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const count = perSecond * seconds
  const began = performance.now()
  const asked: Array<Promise<number>> = []
  for (let nth = 0; nth < count; nth += 1) {
    const dueMs = began + (nth * 1_000) / perSecond
    const waitMs = dueMs - performance.now()
    if (waitMs > 0) await pause(waitMs)
    asked.push(ask(agent, new URL(pathOf(nth), origin), headers).then(() => performance.now() - dueMs))
  }
  const taken = (await Promise.all(asked)).sort((one, other) => one - other)
  agent.destroy()
  return { p50Ms: taken[Math.floor(count / 2)] as number, p99Ms: taken[Math.floor(count * 0.99)] as number }
}

function ask(agent: Agent, url: URL, headers: Record<string, string>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const sent = request(url, { agent, headers }, (answer) => {
    if (answer.statusCode !== 200) reject(new Error(`${url.pathname}${url.search} answered ${answer.statusCode}`))
    answer.resume().once('end', resolve)
  })
  sent.once('error', reject).end()
  return promise
}
