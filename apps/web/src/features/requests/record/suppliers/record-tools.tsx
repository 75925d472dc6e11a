import type { RequestRecord } from '@waybill/contract/requests/shapes'
import { supplierFilters } from '@waybill/contract/requests/views'
import fieldStyles from '../../../../shared/ui/fields/field.module.css'
import { SearchField } from '../../../../shared/ui/fields/search-field.tsx'
import listStyles from '../../../../shared/ui/lists/list.module.css'
import { ListViews } from '../../../../shared/ui/lists/list-views.tsx'
import { useRequestWords } from '../../request-words.ts'
import type { RecordParams } from '../record-params.ts'
import { requestRecordWords } from '../words/request-record-words.ts'
import recordSuppliersStyles from './record-suppliers.module.css'

interface RecordToolsProps {
  record: RequestRecord
  params: RecordParams
  onParams: (params: RecordParams) => void
}

/** Which suppliers show: by state, by missing item, by name. The address has all of it. */
export function RecordTools({ record, params, onParams }: RecordToolsProps) {
  const words = useRequestWords(requestRecordWords)
  return (
    <div className={listStyles.listTools}>
      <ListViews
        views={supplierFilters.map((view) => ({ view, name: words.filters[view], count: record.tally[view] }))}
        shown={params.show ?? 'all'}
        label={words.filtersLabel}
        search={(view) => ({ ...params, show: view === 'all' ? undefined : view })}
      />
      <SearchField label={words.search} q={params.q ?? ''} onSearch={(q) => onParams({ ...params, q })} />
      {record.items.length > 1 && (
        <select
          className={`${fieldStyles.textField} ${recordSuppliersStyles.suppliersItem}`}
          aria-label={words.itemLabel}
          value={params.item ?? ''}
          onChange={(event) => onParams({ ...params, item: event.currentTarget.value })}
        >
          <option value="">{words.everyItem}</option>
          {record.items.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {words.itemMissing(name)}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}
