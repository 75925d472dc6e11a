import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { queryClient } from '../../shared/api/query-provider.tsx'
import { refreshAccount } from '../../shared/api/session.ts'
import { lookAgainSoon, useLineAway } from '../../shared/loading/line.ts'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { dashWords } from './words/dash-words.ts'

const LATE_MS = 3_000

/**
 * Above every page of the dashboard: that the server cannot be reached, or that a list is late. It tries again by itself,
 * at once when somebody presses Enter, and then loads what had failed.
 */
export function LineNote() {
  const words = useWords(dashWords)
  const isAway = useAway()
  const isLate = useLateList()
  useEffect(() => {
    if (!isAway) return
    const stop = new AbortController()
    void tryUntilThere(stop.signal)
    return () => stop.abort()
  }, [isAway])
  const said = isAway ? words.lineAway : isLate ? words.listLate : null
  return (
    <div role="status">
      {said !== null && (
        <p className={`${layoutStyles.callout} ${layoutStyles.below}`} data-tone={isAway ? 'bad' : undefined}>
          {said}
        </p>
      )}
    </div>
  )
}

async function tryUntilThere(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await lookAgainSoon(signal)
    if (signal.aborted) return
    const isThere = await refreshAccount().then(
      () => true,
      () => false,
    )
    if (isThere) await loadFailed()
  }
}

/** The lists on the page that gave up, as their own buttons would. */
const loadFailed = () =>
  queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })

function useAway(): boolean {
  const isAway = useLineAway()
  const isOffline = useSyncExternalStore(watchLine, () => !navigator.onLine)
  return isAway || isOffline
}

function watchLine(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** Whether something on the page has been waiting for its first data for long. */
function useLateList(): boolean {
  const isWaiting = useIsFetching({ type: 'active', predicate: ({ state }) => state.data === undefined }) > 0
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isWaiting])
  return isLate
}
