/**
 * People who use the server during an attack, in a separate thread, so that the attacker's work does not delay them.
 */
import { once } from 'node:events'
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import type { Waybill } from '../servers.ts'
import { ask } from './ask.ts'

const PEOPLE = 8
/** The interval of each person's calls. */
const EVERY_MS = 100
/** A page, what an alarm reads, and a call. */
const PATHS = ['/', '/-/health', '/location']

interface Wait {
  server: Pick<Waybill, 'port' | 'host'>
  seconds: number
  paths: readonly string[]
}

/**
 * How long each of their calls took, in milliseconds, during `seconds` or until `work` has ended. Throws where the server
 * refuses one.
 */
export async function others(
  { port, host }: Waybill,
  during: number | Promise<unknown>,
  paths: readonly string[] = PATHS,
): Promise<number[]> {
  const seconds = typeof during === 'number' ? during : Number.POSITIVE_INFINITY
  const thread = new Worker(import.meta.filename, {
    workerData: { server: { port, host }, seconds, paths } satisfies Wait,
  })
  const answered = once(thread, 'message')
  if (typeof during !== 'number') void during.catch(() => undefined).then(() => thread.postMessage('stop'))
  const [taken] = await answered
  return taken
}

/** Eight people, each on a different network, ask for these paths in turn. */
async function askByTurns({ server, seconds, paths }: Wait): Promise<number[]> {
  const taken: number[] = []
  let until = performance.now() + seconds * 1_000
  parentPort?.once('message', () => {
    until = 0
  })
  const agent = new Agent({ keepAlive: true })
  await Promise.all(
    Array.from({ length: PEOPLE }, async (_none, nth) => {
      const headers = { 'x-forwarded-for': `203.0.${nth}.7` }
      for (let turn = nth; performance.now() < until; turn += 1) {
        const path = paths[turn % paths.length] ?? '/'
        const began = performance.now()
        const status = await ask(server, agent, { method: 'GET', path, headers })
        if (status !== 200) throw new Error(`Somebody else was answered ${status} at ${path}`)
        taken.push(performance.now() - began)
        await pause(EVERY_MS)
      }
    }),
  )
  agent.destroy()
  return taken
}

if (!isMainThread) {
  parentPort?.postMessage(await askByTurns(workerData as Wait))
  parentPort?.close()
}
