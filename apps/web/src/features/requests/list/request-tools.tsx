import { ListViews } from '../ui/list-views.tsx'
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
  return (
    <div className="list-tools request-tools">
      <ListViews
        views={requestViews.map((view) => ({ view, name: words.views[view], count: counts?.[view] ?? null }))}
        shown={place.view ?? 'all'}
        label={words.viewsLabel}
        search={(view) => ({ ...place, view: view === 'all' ? undefined : view })}
      />
      <SearchField label={words.search} q={place.q ?? ''} onSearch={(q) => onPlace({ ...place, q })} />
    </div>
  )
}
