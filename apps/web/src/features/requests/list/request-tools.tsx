import { SearchField } from '../../../shared/ui/fields/search-field.tsx'
import { ListViews } from '../../../shared/ui/lists/list-views.tsx'
import { useWords } from '../../../shared/words/language.tsx'
import { type RequestPlace, requestViews } from '../request-place.ts'
import type { RequestListReading } from '../use-requests.ts'
import { requestsWords } from '../words/requests-words.ts'

interface RequestToolsProps {
  place: RequestPlace
  counts: RequestListReading['counts']
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
