import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import listStyles from './list.module.css'
import type { More } from './more-of.ts'

interface ListMoreProps {
  list: More
  label: string
}

/**
 * The next page loads by itself when its place comes into view, and by a button: for the keyboard, and after a failure.
 */
export function ListMore({ list, label }: ListMoreProps) {
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(list.loadMore)
  latest.current = list.loadMore
  // While the list loads it cannot load more.
  const isWatching = list.hasMore && !list.isReading && !list.hasFailed
  useEffect(() => {
    const end = place.current
    if (!isWatching || end === null) return
    // A busy page gets several observations at once: the last one is current.
    const watch = new IntersectionObserver((seen) => seen.at(-1)?.isIntersecting && latest.current(), {
      rootMargin: '400px',
    })
    watch.observe(end)
    return () => watch.disconnect()
  }, [isWatching])
  if (!list.hasMore) return null
  return (
    <div ref={place} className={listStyles.listMore}>
      <Button variant="default" onClick={list.loadMore} loading={list.isLoadingMore}>
        {label}
      </Button>
    </div>
  )
}
