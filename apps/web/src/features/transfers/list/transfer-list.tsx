import type { ListedTransfer } from '@waybill/contract/transfers/list-endpoints'
import { useAccount } from '../../../shared/api/session.ts'
import { showSendSheet } from '../../../shared/drafts/send-sheet-state.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import listStyles from '../../../shared/ui/lists/list.module.css'
import { ListFailed } from '../../../shared/ui/lists/list-failed.tsx'
import { ListMore } from '../../../shared/ui/lists/list-more.tsx'
import { useSelection } from '../../../shared/ui/lists/use-selection.ts'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { ListTools } from './list-tools.tsx'
import { SelectionBar } from './selection-bar.tsx'
import styles from './transfer-list.module.css'
import type { TransferListParams } from './transfer-list-params.ts'
import { TransferRow } from './transfer-row.tsx'
import { type TransferListReading as List, useTransferList } from './use-transfer-list.ts'
import { transferListWords } from './words/transfer-list-words.ts'

const SKELETONS = ['one', 'two', 'three', 'four', 'five']

/** The account's transfers, and the team's for its admin and managers: searched, viewed, changed several at a time. */
export function TransferList({
  params,
  onParams,
}: {
  params: TransferListParams
  onParams: (params: TransferListParams) => void
}) {
  const words = useWords(transferListWords)
  const list = useTransferList(params)
  const account = useAccount()
  const role = account?.role ?? 'free'
  // Managers read what others sent; only the admin changes it.
  const mayChange = ({ senderId }: ListedTransfer) =>
    senderId === null || senderId === account?._id || account?.memberRole === 'admin'
  const kind = kindOf(params)
  // Everyone who may read a transfer may download it.
  const isSelectable = (transfer: ListedTransfer) => kind === 'sent' || mayChange(transfer)
  const selection = useSelection(list.rows.filter(isSelectable))
  const chosen = list.rows.filter(({ _id }) => selection.ids.has(_id))
  const isReceived = params.view === 'received'
  return (
    <>
      <ListTools params={params} counts={list.counts} onParams={onParams} />
      {chosen.length > 0 && (
        <SelectionBar
          selection={selection}
          transfers={chosen}
          kind={kind}
          role={role}
          mayChange={chosen.every(mayChange)}
        />
      )}
      {list.rows.length > 0 ? (
        <ul
          className={`${partsStyles.frame} ${listStyles.listRows}`}
          aria-label={words.listLabel}
          aria-busy={list.isStale}
        >
          {list.rows.map((transfer) => (
            <TransferRow
              key={transfer._id}
              transfer={transfer}
              isReceived={isReceived}
              isSelectable={isSelectable(transfer)}
              isSelected={selection.ids.has(transfer._id)}
              onToggle={(isRange) => selection.toggle(transfer._id, isRange)}
            />
          ))}
        </ul>
      ) : (
        <Instead list={list} params={params} />
      )}
      <ListMore list={list} label={words.loadMore} />
    </>
  )
}

const kindOf = ({ view }: TransferListParams) => (view === 'received' || view === 'deleted' ? view : 'sent')

/** Replaces the rows: the wait, the failure, or why there are none. */
function Instead({ list, params }: { list: List; params: TransferListParams }) {
  const words = useWords(transferListWords)
  if (list.error) return <ListFailed told={words.failed} error={list.error} again={words.again} onAgain={list.retry} />
  if (list.counts === null) {
    return (
      <div className={`${partsStyles.frame} ${listStyles.listRows}`} role="status" aria-label={words.loading}>
        {SKELETONS.map((key) => (
          <div
            key={key}
            className={`${listStyles.listRow} ${`${listStyles.listRow} ${styles.transferRow}`} ${listStyles.listRowWaiting}`}
          />
        ))}
      </div>
    )
  }
  const { view = 'all', q } = params
  if (q) return <p className={`${listStyles.listInstead} ${textStyles.soft}`}>{words.nothingFound(q)}</p>
  if (view !== 'all') return <p className={`${listStyles.listInstead} ${textStyles.soft}`}>{words.emptyViews[view]}</p>
  return (
    <div className={listStyles.listInstead}>
      <h2>{words.emptyTitle}</h2>
      <p className={textStyles.soft}>{words.emptyText}</p>
      <Button onClick={() => showSendSheet(true)}>{words.emptyAction}</Button>
    </div>
  )
}
