import { transferSorts } from '@waybill/contract/transfers/views'
import { SearchField } from '../../../shared/ui/fields/search-field.tsx'
import { ListViews } from '../../../shared/ui/lists/list-views.tsx'
import { useWords } from '../../../shared/words/language.tsx'
import type { ListPlace } from './list-place.ts'
import type { TransferListReading } from './use-transfer-list.ts'
import { transferListWords } from './words/transfer-list-words.ts'

const views = ['all', 'active', 'expired', 'downloads', 'received', 'deleted'] as const
const countNames = {
  all: 'allCount',
  active: 'activeCount',
  expired: 'expiredCount',
  downloads: 'downloadsCount',
  received: 'receivedCount',
  deleted: 'deletedCount',
} as const

interface ListToolsProps {
  place: ListPlace
  counts: TransferListReading['counts']
  onPlace: (place: ListPlace) => void
}

/** The views with their counts, the search, the order. All of it stands in the address. */
export function ListTools({ place, counts, onPlace }: ListToolsProps) {
  const words = useWords(transferListWords)
  return (
    <div className="list-tools">
      <ListViews
        views={views.map((view) => ({ view, name: words.views[view], count: counts?.[countNames[view]] ?? null }))}
        shown={place.view ?? 'all'}
        label={words.viewsLabel}
        search={(view) => ({ ...place, view: view === 'all' ? undefined : view })}
      />
      <SearchField label={words.search} q={place.q ?? ''} onSearch={(q) => onPlace({ ...place, q })} />
      <select
        className="text-field list-sort"
        aria-label={words.sortLabel}
        value={place.sort ?? 'new'}
        onChange={(event) => onPlace({ ...place, sort: event.currentTarget.value as NonNullable<ListPlace['sort']> })}
      >
        {transferSorts.map((sort) => (
          <option key={sort} value={sort}>
            {words.sorts[sort]}
          </option>
        ))}
      </select>
    </div>
  )
}
