import { SearchField } from '../../../shared/ui/fields/search-field.tsx'
import listStyles from '../../../shared/ui/lists/list.module.css'
import { ListViews } from '../../../shared/ui/lists/list-views.tsx'
import { useWords } from '../../../shared/words/language.tsx'
import { type RequestListParams, requestViews } from '../request-list-params.ts'
import type { RequestListReading } from '../use-requests.ts'
import { requestsWords } from '../words/requests-words.ts'

interface RequestToolsProps {
  params: RequestListParams
  counts: RequestListReading['counts']
  onParams: (params: RequestListParams) => void
}

/** The views with their counts, and the search. Both are in the address. */
export function RequestTools({ params, counts, onParams }: RequestToolsProps) {
  const words = useWords(requestsWords)
  return (
    <div className={listStyles.listTools}>
      <ListViews
        views={requestViews.map((view) => ({ view, name: words.views[view], count: counts?.[view] ?? null }))}
        shown={params.view ?? 'all'}
        label={words.viewsLabel}
        search={(view) => ({ ...params, view: view === 'all' ? undefined : view })}
      />
      <SearchField label={words.search} q={params.q ?? ''} onSearch={(q) => onParams({ ...params, q })} />
    </div>
  )
}
