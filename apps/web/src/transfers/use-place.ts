import { useEffect, useState } from 'react'
import { call } from '../api/client.ts'

let known: Promise<string | null> | null = null

async function ask(): Promise<string | null> {
  try {
    const { city_name: city, country } = await call('locateVisitor', {})
    return city ?? country
  } catch {
    return null
  }
}

/** Where the visitor seems to be, asked once a visit; null while or where nobody knows. */
export function usePlace(): string | null {
  const [place, setPlace] = useState<string | null>(null)
  useEffect(() => {
    known ??= ask()
    void known.then(setPlace)
  }, [])
  return place
}
