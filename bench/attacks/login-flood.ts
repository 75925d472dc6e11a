import { setTimeout as pause } from 'node:timers/promises'
import { routes } from '@waybill/contract/core/routes'
import { cpuOf } from '../cpu-of.ts'
import { judge, median, note, percentile, row, title } from '../report.ts'
import { startWaybill, type Waybill } from '../servers.ts'
import { Sender } from '../uploads/sender.ts'

const WRONG_PER_SECOND = 200
const SECONDS = 20
const MEMBERS = 10
const PASSWORD = 'a waybill travels with it'
/** More than this would measure this process, not the server. */
const MOST_UNANSWERED = 400
/** As the web's client retries. */
const RETRIES = 6
const FIRST_PAUSE_MS = 500

/**
 * How long other people's calls take while strangers guess passwords, each for another address from another network.
 */
export async function loginFlood(): Promise<void> {
  title(`other people's calls under ${WRONG_PER_SECOND} wrong logins a second`)
  await using server = await startWaybill()
  const members: Sender[] = []
  for (let nth = 0; nth < MEMBERS; nth += 1) members.push(await signedUp(server))
  await others('without', members, server, SECONDS / 4)
  const before = cpuOf(server.pid)
  const flood = startFlood(server)
  const worst = await others('under the flood', members, server, SECONDS).finally(() => flood.stop())
  const codes = await flood.stop()
  const after = cpuOf(server.pid)
  row('the flood', { ...codes, 'CPU-s': after.own - before.own, 'database CPU-s': after.database - before.database })
  judge('99 in 100 of other people’s calls', worst, 'at most', 1_000, 'ms')
  note('A login in a new browser waits its turn among the guesses: it may be told to come again, and the page does.')
}

async function signedUp(server: Waybill): Promise<Sender> {
  const sender = await Sender.proven(server)
  await sender.call('signUp', { email: sender.address, password: PASSWORD })
  return sender
}

/**
 * Four kinds of calls in turn, by every member at the same time. Returns the worst 99th percentile of the first three,
 * in ms.
 */
async function others(when: string, members: Sender[], server: Waybill, seconds: number): Promise<number> {
  const taken: Record<'reads' | 'refreshes' | 'knownLogins' | 'newLogins', number[]> = {
    reads: [],
    refreshes: [],
    knownLogins: [],
    newLogins: [],
  }
  let givenUp = 0
  const until = performance.now() + seconds * 1_000
  const timed = async <T>(list: number[], act: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    const result = await act()
    list.push(performance.now() - began)
    return result
  }
  await Promise.all(
    members.map(async (member) => {
      while (performance.now() < until) {
        const { accessToken } = await timed(taken.refreshes, () => member.call('refreshSession', undefined))
        const headers = { authorization: `Bearer ${accessToken}` }
        for (let nth = 0; nth < 5; nth += 1) {
          await timed(taken.reads, () => member.call('listSessions', undefined, headers))
        }
        const login = { email: member.address, password: PASSWORD }
        await timed(taken.knownLogins, () => member.call('logIn', login))
        await timed(taken.newLogins, () => patiently(() => new Sender(server).call('logIn', login))).catch(() => {
          givenUp += 1
        })
        await pause(500)
      }
    }),
  )
  for (const [what, list] of Object.entries(taken)) {
    row(`${when}: ${what}`, { calls: list.length, 'p50 ms': median(list), 'p99 ms': percentile(list, 0.99) })
  }
  if (givenUp > 0) row(`${when}: logins given up after ${RETRIES} retries`, { calls: givenUp })
  return Math.max(...[taken.reads, taken.refreshes, taken.knownLogins].map((list) => percentile(list, 0.99)))
}

async function patiently<T>(act: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await act()
    } catch (error) {
      if (tries === RETRIES) throw error
      await pause(FIRST_PAUSE_MS * 2 ** tries)
    }
  }
}

/** Sends this many a second whether the server answers or not, as far as this process can hold them. */
function startFlood(server: Waybill): { stop(): Promise<Record<string, number>> } {
  const codes: Record<string, number> = {}
  const asked = new Set<Promise<void>>()
  let sent = 0
  const began = performance.now()
  const count = (code: string) => {
    codes[code] = (codes[code] ?? 0) + 1
  }
  const guess = async (nth: number): Promise<void> => {
    const response = await fetch(new URL(routes.logIn.path, server.origin), {
      method: 'POST',
      body: JSON.stringify({ email: `nobody-${nth}@example.com`, password: 'a guess' }),
      headers: {
        origin: server.origin,
        'content-type': 'application/json',
        'x-forwarded-for': `198.${(nth >> 8) & 255}.${nth & 255}.9`,
      },
    })
    const { code } = (await response.json()) as { code: string }
    count(code)
  }
  const timer = setInterval(() => {
    const due = ((performance.now() - began) / 1_000) * WRONG_PER_SECOND
    for (; sent < due; sent += 1) {
      if (asked.size >= MOST_UNANSWERED) {
        count('not sent')
        continue
      }
      const one = guess(sent)
        .catch(() => count('no answer'))
        .finally(() => asked.delete(one))
      asked.add(one)
    }
  }, 5)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(asked)
      return codes
    },
  }
}
