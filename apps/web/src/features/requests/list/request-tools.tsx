import { requestFilters } from '@waybill/contract/requests/views'
import type { ReactNode } from 'react'
import { useAccount } from '../../../shared/api/session.ts'
import { SearchField } from '../../../shared/ui/fields/search-field.tsx'
import listStyles from '../../../shared/ui/lists/list.module.css'
import { ListViews } from '../../../shared/ui/lists/list-views.tsx'
import { useWords } from '../../../shared/words/language.tsx'
import { isForMe, type RequestListParams } from '../request-list-params.ts'
import type { RequestListReading } from '../use-requests.ts'
import { requestsWords } from '../words/requests-words.ts'

interface RequestToolsProps {
  params: RequestListParams
  counts: RequestListReading['counts']
  onParams: (params: RequestListParams) => void
  /** Chooses whose requests the list shows; null where the account sees its own alone. */
  memberFilter: ReactNode
}

/** The views with their counts, the search, and whose requests. All of them are in the address. */
export function RequestTools({ params, counts, onParams, memberFilter }: RequestToolsProps) {
  const words = useWords(requestsWords)
  const isAlone = (useAccount()?.team.length ?? 0) < 2
  const shown = requestFilters.filter((view) => !isForMe(view) || !isAlone || params.view === view)
  const search = <SearchField label={words.search} q={params.q ?? ''} onSearch={(q) => onParams({ ...params, q })} />
  return (
    <div className={listStyles.listTools}>
      <ListViews
        views={shown.map((view) => ({ view, name: words.views[view], count: counts?.[view] ?? null }))}
        shown={params.view ?? 'all'}
        label={words.viewsLabel}
        search={(view) => ({ ...params, view: view === 'all' ? undefined : view })}
      />
      {memberFilter && !isForMe(params.view) ? (
        <div className={listStyles.listFinds}>
          {search}
          {memberFilter}
        </div>
      ) : (
        search
      )}
    </div>
  )
}
