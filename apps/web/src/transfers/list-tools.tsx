import { Link } from '@tanstack/react-router'
import { transferSorts } from '@waybill/contract/transfer-views'
import { SearchField } from '../ui/search-field.tsx'
import { useWords } from '../words/language.tsx'
import { transferListWords } from '../words/transfer-list.ts'
import type { ListPlace } from './list-place.ts'
import type { TransferList } from './use-transfer-list.ts'

const views = ['all', 'active', 'expired', 'downloads', 'received'] as const
const countNames = {
  all: 'allCount',
  active: 'activeCount',
  expired: 'expiredCount',
  downloads: 'downloadsCount',
  received: 'receivedCount',
} as const

interface ListToolsProps {
  place: ListPlace
  counts: TransferList['counts']
  onPlace: (place: ListPlace) => void
}

/** The views with their counts, the search, the order. All of it stands in the address. */
export function ListTools({ place, counts, onPlace }: ListToolsProps) {
  const words = useWords(transferListWords)
  const shown = place.view ?? 'all'
  return (
    <div className="list-tools">
      <nav className="list-views" aria-label={words.viewsLabel}>
        {views.map((view) => (
          <Link
            key={view}
            to="."
            search={{ ...place, view: view === 'all' ? undefined : view } as never}
            className="list-view"
            aria-current={view === shown ? 'page' : undefined}
          >
            {words.views[view]} <span className="mono">{counts ? counts[countNames[view]] : '·'}</span>
          </Link>
        ))}
      </nav>
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
