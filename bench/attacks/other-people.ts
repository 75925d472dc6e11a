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
const PATHS = ['/', '/-/health', '/location']

interface Wait {
  server: Pick<Waybill, 'port' | 'host'>
  seconds: number
}

/** How long each of their calls took, in milliseconds. Throws where the server refuses one. */
export async function others({ port, host }: Waybill, seconds: number): Promise<number[]> {
  const thread = new Worker(import.meta.filename, { workerData: { server: { port, host }, seconds } satisfies Wait })
  const [taken] = await once(thread, 'message')
  return taken
}

/** Eight people, each on a different network, ask in turn for a page, the health and their location. */
async function askByTurns({ server, seconds }: Wait): Promise<number[]> {
  const taken: number[] = []
  const until = performance.now() + seconds * 1_000
  const agent = new Agent({ keepAlive: true })
  await Promise.all(
    Array.from({ length: PEOPLE }, async (_none, nth) => {
      const headers = { 'x-forwarded-for': `203.0.${nth}.7` }
      for (let turn = nth; performance.now() < until; turn += 1) {
        const path = PATHS[turn % PATHS.length] ?? '/'
        const began = performance.now()
        const status = await ask(server, agent, { method: 'GET', path, headers })
        if (status !== 200) throw new Error(`Somebody else was answered ${status}`)
        taken.push(performance.now() - began)
        await pause(EVERY_MS)
      }
    }),
  )
  agent.destroy()
  return taken
}

if (!isMainThread) parentPort?.postMessage(await askByTurns(workerData as Wait))
