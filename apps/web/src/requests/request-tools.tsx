import { Link } from '@tanstack/react-router'
import { SearchField } from '../ui/search-field.tsx'
import { useWords } from '../words/language.tsx'
import { requestsWords } from '../words/requests.ts'
import { type RequestPlace, requestViews } from './request-place.ts'
import type { RequestList } from './use-requests.ts'

interface RequestToolsProps {
  place: RequestPlace
  counts: RequestList['counts']
  onPlace: (place: RequestPlace) => void
}

/** The views with their counts, and the search. Both stand in the address. */
export function RequestTools({ place, counts, onPlace }: RequestToolsProps) {
  const words = useWords(requestsWords)
  const shown = place.view ?? 'all'
  return (
    <div className="list-tools request-tools">
      <nav className="list-views" aria-label={words.viewsLabel}>
        {requestViews.map((view) => (
          <Link
            key={view}
            to="."
            search={{ ...place, view: view === 'all' ? undefined : view } as never}
            className="list-view"
            aria-current={view === shown ? 'page' : undefined}
          >
            {words.views[view]} <span className="mono">{counts ? counts[view] : '·'}</span>
          </Link>
        ))}
      </nav>
      <SearchField label={words.search} q={place.q ?? ''} onSearch={(q) => onPlace({ ...place, q })} />
    </div>
  )
}
