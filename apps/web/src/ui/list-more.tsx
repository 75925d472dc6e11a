import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import './list.css'

interface ListMoreProps {
  list: { hasMore: boolean; isLoadingMore: boolean; isReading: boolean; loadMore: () => void }
  label: string
}

/** The next page comes by itself as its place comes into view, and by a button for the keyboard. */
export function ListMore({ list, label }: ListMoreProps) {
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(list.loadMore)
  latest.current = list.loadMore
  // While the list is read anew more cannot be asked for; its end, still in view, is looked at again after that.
  const isWatching = list.hasMore && !list.isReading
  useEffect(() => {
    const end = place.current
    if (!isWatching || end === null) return
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), {
      rootMargin: '400px',
    })
    watch.observe(end)
    return () => watch.disconnect()
  }, [isWatching])
  if (!list.hasMore) return null
  return (
    <div ref={place} className="list-more">
      <Button variant="default" onClick={list.loadMore} loading={list.isLoadingMore}>
        {label}
      </Button>
    </div>
  )
}
