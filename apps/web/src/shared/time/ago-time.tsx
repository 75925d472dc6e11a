import { useEffect, useState } from 'react'
import { useLanguage } from '../words/language.tsx'
import { formatAgo, formatExactly } from './ago.ts'

const TICK_MS = 15_000

/** The current time, which advances while the page is open. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** How long ago something was; the exact time as a tooltip. */
export function AgoTime({ at }: { at: string }) {
  const { language } = useLanguage()
  const now = useNow()
  return (
    <time dateTime={at} title={formatExactly(at, language)}>
      {formatAgo(at, now, language)}
    </time>
  )
}
