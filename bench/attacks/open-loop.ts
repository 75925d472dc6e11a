import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from '../report.ts'

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
  /** How many requests these are of. */
  count: number
}

export interface ControlledLatency extends Latency {
  /** Of a call that asks nothing of the database, made between the others: what the machine alone costs. */
  control: Latency
}

const CONTROL_PATH = '/-/probe'
/** One control follows this many requests. */
const CONTROL_EVERY = 2

/**
 * Sends this many requests a second whatever the answers, and times each from when it was due: the bench does not wait
 * for a server that falls behind. Throws on the first answer that is not 200.
 */
export async function openLoop({ origin, headers, pathOf, perSecond, seconds }: Load): Promise<ControlledLatency> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const began = performance.now()
  const asked: Array<Promise<number>> = []
  const controls: Array<Promise<number>> = []
  const askAt = (path: string, dueMs: number) =>
    ask(agent, new URL(path, origin), headers).then(() => performance.now() - dueMs)
  for (let nth = 0; nth < perSecond * seconds; nth += 1) {
    const dueMs = began + (nth * 1_000) / perSecond
    await due(dueMs)
    asked.push(askAt(pathOf(nth), dueMs))
    if (nth % CONTROL_EVERY !== 0) continue
    const controlMs = dueMs + 500 / perSecond
    await due(controlMs)
    controls.push(askAt(CONTROL_PATH, controlMs))
  }
  const latency = { ...latencyOf(await Promise.all(asked)), control: latencyOf(await Promise.all(controls)) }
  agent.destroy()
  return latency
}

async function due(dueMs: number): Promise<void> {
  const waitMs = dueMs - performance.now()
  if (waitMs > 0) await pause(waitMs)
}

const latencyOf = (taken: readonly number[]): Latency => ({
  p50Ms: percentile(taken, 0.5),
  p99Ms: percentile(taken, 0.99),
  count: taken.length,
})

function ask(agent: Agent, url: URL, headers: Record<string, string>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const sent = request(url, { agent, headers }, (answer) => {
    if ((answer.statusCode ?? 500) >= 300)
      reject(new Error(`${url.pathname}${url.search} answered ${answer.statusCode}`))
    answer.resume().once('end', resolve)
  })
  sent.once('error', reject).end()
  return promise
}
