import type { ContentsPart } from '@waybill/contract/downloads/endpoints'
import { useCallback, useRef, useState } from 'react'
import { call } from '../../../shared/api/client.ts'

export interface Parts {
  /** Loaded so far. */
  shown: ContentsPart
  isLoading: boolean
  /** The next part failed to load; the reader asks for it with a button. */
  hasFailed: boolean
  loadMore: () => void
  /** Loads all remaining parts, one after the other. */
  loadAll: () => void
}

/**
 * The files of a long transfer come in parts: the first with the page, the others on demand. `now` says how a
 * file is at present, while the transfer arrives.
 */
export function useParts(
  link: { slug: string; user: string | null },
  first: ContentsPart,
  now?: (file: ContentsPart['files'][number]) => ContentsPart['files'][number],
): Parts {
  const { slug, user } = link
  const [shown, setShown] = useState(first)
  const [phase, setPhase] = useState<'resting' | 'loading' | 'failed'>('resting')
  const latest = useRef(first)
  const isBusy = useRef(false)

  const load = useCallback(
    async (isAll: boolean) => {
      if (isBusy.current) return
      isBusy.current = true
      setPhase('loading')
      try {
        do {
          const { next } = latest.current
          if (next === null) break
          const body = { slug, ...(user === null ? {} : { user }), from: next }
          latest.current = joined(latest.current, await call('listReceivedFiles', { body }))
          setShown(latest.current)
        } while (isAll)
        setPhase('resting')
      } catch {
        setPhase('failed')
      } finally {
        isBusy.current = false
      }
    },
    [slug, user],
  )
  const loadMore = useCallback(() => void load(false), [load])
  const loadAll = useCallback(() => void load(true), [load])
  return {
    shown: now ? { ...shown, files: shown.files.map(now) } : shown,
    isLoading: phase === 'loading',
    hasFailed: phase === 'failed',
    loadMore,
    loadAll,
  }
}

/** A loaded file stays where it is: the sender may have changed the contents in between. */
function joined(before: ContentsPart, more: ContentsPart): ContentsPart {
  const known = new Set(before.files.map(({ id }) => id))
  const folders = new Map([...before.folders, ...more.folders].map((folder) => [folder.path, folder]))
  return {
    ...more,
    from: before.from,
    files: [...before.files, ...more.files.filter(({ id }) => !known.has(id))],
    drawn: [...new Set([...before.drawn, ...more.drawn])],
    folders: [...folders.values()],
  }
}
