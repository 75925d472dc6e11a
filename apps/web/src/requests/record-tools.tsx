import { Link } from '@tanstack/react-router'
import type { RequestRecord } from '@waybill/contract/request-shapes'
import { personFilters } from '@waybill/contract/request-views'
import { SearchField } from '../ui/search-field.tsx'
import { useWords } from '../words/language.tsx'
import { requestRecordWords } from '../words/request-record.ts'
import type { RecordPlace } from './record-place.ts'

interface RecordToolsProps {
  record: RequestRecord
  place: RecordPlace
  onPlace: (place: RecordPlace) => void
}

/** Which suppliers are shown: how they stand, what they miss, what they are called. All of it stands in the address. */
export function RecordTools({ record, place, onPlace }: RecordToolsProps) {
  const words = useWords(requestRecordWords)
  const shown = place.show ?? 'all'
  return (
    <div className="people-tools">
      <nav className="record-tabs" aria-label={words.filtersLabel}>
        {personFilters.map((show) => (
          <Link
            key={show}
            to="."
            search={{ ...place, show: show === 'all' ? undefined : show } as never}
            resetScroll={false}
            // The router takes any part of an address for the place where one is.
            activeOptions={{ exact: true }}
            className="record-tab"
            aria-current={show === shown ? 'page' : undefined}
          >
            {words.filters[show]} <span className="mono">{record.tally[show]}</span>
          </Link>
        ))}
      </nav>
      <SearchField label={words.search} q={place.q ?? ''} onSearch={(q) => onPlace({ ...place, q })} />
      {record.slots.length > 1 && (
        <select
          className="text-field people-slot"
          aria-label={words.slotLabel}
          value={place.slot ?? ''}
          onChange={(event) => onPlace({ ...place, slot: event.currentTarget.value })}
        >
          <option value="">{words.everySlot}</option>
          {record.slots.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {words.slotMissing(name)}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}
