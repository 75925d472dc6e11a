import { useEffect, useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { keep, readKept } from '../../../shared/storage/kept.ts'

const DAY_MS = 86_400_000

let known: Promise<string | null> | null = null

/** The location of the last day is good enough: the page does not ask at every visit. */
async function ask(): Promise<string | null> {
  const kept = readPlace()
  if (kept) return kept.place
  try {
    const { city_name: city, country } = await call('locateVisitor', {})
    const place = city ?? country
    keep('place', JSON.stringify({ place, at: Date.now() }))
    return place
  } catch {
    return null
  }
}

function readPlace(): { place: string | null } | null {
  try {
    const { place, at } = JSON.parse(readKept('place') ?? '{}') as { place?: unknown; at?: unknown }
    const isFresh = typeof at === 'number' && Date.now() - at < DAY_MS
    return isFresh && (typeof place === 'string' || place === null) ? { place } : null
  } catch {
    return null
  }
}

/** The visitor's approximate location; null while or where it is unknown. */
export function usePlace(): string | null {
  const [place, setPlace] = useState<string | null>(null)
  useEffect(() => {
    known ??= ask()
    void known.then(setPlace)
  }, [])
  return place
}
