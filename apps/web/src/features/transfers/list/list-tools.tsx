import { transferSorts } from '@waybill/contract/transfers/views'
import { useAccount } from '../../../shared/api/session.ts'
import fieldStyles from '../../../shared/ui/fields/field.module.css'
import { SearchField } from '../../../shared/ui/fields/search-field.tsx'
import listStyles from '../../../shared/ui/lists/list.module.css'
import { ListViews } from '../../../shared/ui/lists/list-views.tsx'
import { useWords } from '../../../shared/words/language.tsx'
import { MemberFilter, useSeesTeam } from './member-filter.tsx'
import transferListStyles from './transfer-list.module.css'
import type { TransferListParams } from './transfer-list-params.ts'
import type { TransferListReading } from './use-transfer-list.ts'
import { transferListWords } from './words/transfer-list-words.ts'

const views = ['all', 'active', 'expired', 'downloads', 'received', 'shared', 'deleted'] as const
const countNames = {
  all: 'allCount',
  active: 'activeCount',
  expired: 'expiredCount',
  downloads: 'downloadsCount',
  received: 'receivedCount',
  shared: 'sharedCount',
  deleted: 'deletedCount',
} as const

interface ListToolsProps {
  params: TransferListParams
  counts: TransferListReading['counts']
  onParams: (params: TransferListParams) => void
}

/** The views with their counts, the search, the order. The address has all of it. */
export function ListTools({ params, counts, onParams }: ListToolsProps) {
  const words = useWords(transferListWords)
  const seesTeam = useSeesTeam() && params.view !== 'received' && params.view !== 'shared'
  const isAlone = (useAccount()?.team.length ?? 0) < 2
  const shown = views.filter((view) => view !== 'shared' || !isAlone || params.view === 'shared')
  const finds = (
    <>
      <SearchField label={words.search} q={params.q ?? ''} onSearch={(q) => onParams({ ...params, q })} />
      {seesTeam && <MemberFilter member={params.member} onChoose={(member) => onParams({ ...params, member })} />}
      <select
        className={`${fieldStyles.textField} ${transferListStyles.listSort}`}
        aria-label={words.sortLabel}
        value={params.sort ?? 'new'}
        onChange={(event) =>
          onParams({ ...params, sort: event.currentTarget.value as NonNullable<TransferListParams['sort']> })
        }
      >
        {transferSorts.map((sort) => (
          <option key={sort} value={sort}>
            {words.sorts[sort]}
          </option>
        ))}
      </select>
    </>
  )
  return (
    <div className={listStyles.listTools}>
      <ListViews
        views={shown.map((view) => ({ view, name: words.views[view], count: counts?.[countNames[view]] ?? null }))}
        shown={params.view ?? 'all'}
        label={words.viewsLabel}
        search={(view) => ({ ...params, view: view === 'all' ? undefined : view })}
      />
      {seesTeam ? <div className={listStyles.listFinds}>{finds}</div> : finds}
    </div>
  )
}
