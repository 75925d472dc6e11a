import type { Route } from '@waybill/contract/uploads/region-endpoints'
import { isRegion, type Region } from '@waybill/contract/uploads/regions'
import { call } from '../../../shared/api/client.ts'
import { keep, readKept } from '../../../shared/storage/kept.ts'

const DAY_MS = 86_400_000
/** No upload waits longer for the race: then the server chooses. */
const PATIENCE_MS = 1_500

/** What the race of a day found: round trips in milliseconds by region; of those that answered. */
type RouteTimes = Partial<Record<Region, number>>

/** The times of this browser's last race, if it was run within a day; null: none was. */
export function readTimes(): RouteTimes | null {
  try {
    const { times, at } = JSON.parse(readKept('routes') ?? '{}') as { times?: Record<string, unknown>; at?: unknown }
    if (times === undefined || typeof at !== 'number' || Math.abs(Date.now() - at) >= DAY_MS) return null
    return Object.fromEntries(
      Object.entries(times).filter(([region, ms]) => isRegion(region) && typeof ms === 'number'),
    ) as RouteTimes
  } catch {
    return null
  }
}

/** The region that answered first; null where none did, or there is none to choose. */
export function fastestOf(times: RouteTimes): Region | null {
  const [fastest] = Object.entries(times).toSorted(([, one], [, other]) => one - other)
  return fastest === undefined ? null : (fastest[0] as Region)
}

/** At the first upload of a day, measures a small request to each region at once; later ones use what it found. */
export async function raceRoutes(): Promise<Region | null> {
  const known = readTimes()
  if (known !== null) return fastestOf(known)
  try {
    const limit = AbortSignal.timeout(PATIENCE_MS)
    const { routes } = await call('listRoutes', { signal: limit })
    const times: RouteTimes = {}
    await Promise.all(
      routes.map(async (route) => {
        const ms = await timeOf(route, limit).catch(() => null)
        if (ms !== null) times[route.region] = ms
      }),
    )
    // Where no region answered, the next upload tries again.
    const isWorthKeeping = routes.length === 0 || Object.keys(times).length > 0
    if (isWorthKeeping) keep('routes', JSON.stringify({ times, at: Date.now() }))
    return fastestOf(times)
  } catch {
    return null
  }
}

/** The second request: the first one opens the connection. Any answer will do. */
async function timeOf({ origin }: Route, signal: AbortSignal): Promise<number> {
  const url = origin === null ? '/-/probe' : `${origin}/`
  const ask = () => fetch(url, { mode: 'no-cors', cache: 'no-store', credentials: 'omit', signal })
  await ask()
  const start = performance.now()
  await ask()
  return Math.max(1, Math.round(performance.now() - start))
}
