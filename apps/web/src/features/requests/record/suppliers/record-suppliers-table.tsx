import type { RequestRecord, RequestSupplier } from '@waybill/contract/requests/shapes'
import { AgoTime } from '../../../../shared/time/ago-time.tsx'
import listStyles from '../../../../shared/ui/lists/list.module.css'
import { ListMore } from '../../../../shared/ui/lists/list-more.tsx'
import type { Selection } from '../../../../shared/ui/lists/use-selection.ts'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { useRequestWords } from '../../request-words.ts'
import type { SuppliersReading } from '../use-request-record.ts'
import { requestRecordWords } from '../words/request-record-words.ts'
import { markOf, supplierStandingOf } from './mark-of.ts'
import { ItemMark, StandingMark } from './record-mark.tsx'
import { SupplierName } from './record-supplier-name.tsx'
import recordSuppliersStyles from './record-suppliers.module.css'
import { whoOf } from './who-of.ts'

export interface ShownSuppliers {
  record: RequestRecord
  suppliers: SuppliersReading
  selection: Selection
  onOpen: (supplier: string) => void
}

/** A row for each supplier, a column for each item. The header and the names stay while it scrolls. */
export function SuppliersTable({ record, suppliers, selection, onOpen }: ShownSuppliers) {
  const words = useRequestWords(requestRecordWords)
  return (
    <div className={`${partsStyles.frame} ${recordSuppliersStyles.suppliersScroll}`}>
      <table className={`${layoutStyles.large} ${recordSuppliersStyles.suppliersTable}`} aria-busy={suppliers.isStale}>
        <caption className={textStyles.unseen}>{words.tableLabel}</caption>
        <TableHead record={record} suppliers={suppliers} selection={selection} />
        <tbody>
          {suppliers.rows.map((supplier) => (
            <SupplierLine
              key={supplier._id}
              record={record}
              supplier={supplier}
              selection={selection}
              onOpen={onOpen}
            />
          ))}
        </tbody>
      </table>
      <ListMore list={suppliers} label={words.loadMore} />
    </div>
  )
}

function TableHead({ record, suppliers, selection }: Omit<ShownSuppliers, 'onOpen'>) {
  const words = useRequestWords(requestRecordWords)
  const areAll = suppliers.rows.length > 0 && selection.ids.size === suppliers.rows.length
  return (
    <thead>
      <tr>
        <td className={recordSuppliersStyles.suppliersPick}>
          <label className={listStyles.rowPick}>
            <input
              type="checkbox"
              aria-label={words.selectAll}
              checked={areAll}
              ref={(box) => {
                if (box) box.indeterminate = !areAll && selection.ids.size > 0
              }}
              onChange={areAll ? selection.clear : selection.selectAll}
            />
          </label>
        </td>
        <th scope="col" className={recordSuppliersStyles.suppliersWho}>
          {words.supplier}
        </th>
        {record.items.map(({ _id, name, isRequired }) => (
          <th key={_id} scope="col" title={name}>
            <span className={recordSuppliersStyles.suppliersItemName}>{name}</span>
            {!isRequired && <small>{words.optional}</small>}
          </th>
        ))}
        <th scope="col">{words.lastAnswer}</th>
      </tr>
    </thead>
  )
}

interface SupplierLineProps extends Pick<ShownSuppliers, 'record' | 'selection' | 'onOpen'> {
  supplier: RequestSupplier
}

function SupplierLine({ record, supplier, selection, onOpen }: SupplierLineProps) {
  const words = useRequestWords(requestRecordWords)
  const isSelected = selection.ids.has(supplier._id)
  const states = new Map(supplier.items.map((state) => [state.item, state]))
  return (
    <tr data-selected={isSelected || undefined}>
      <td className={recordSuppliersStyles.suppliersPick}>
        <PickSupplier supplier={supplier} selection={selection} />
      </td>
      <th scope="row" className={recordSuppliersStyles.suppliersWho}>
        <SupplierName supplier={supplier} onOpen={onOpen} />
        <StandingMark standing={supplierStandingOf(supplier)} />
      </th>
      {record.items.map((item) => {
        const state = states.get(item._id)
        return (
          <td key={item._id}>
            {state && <ItemMark mark={markOf(state, item, supplier.isLate)} count={state.fileCount} />}
          </td>
        )
      })}
      <td className={`${layoutStyles.small} ${recordSuppliersStyles.suppliersWhen} ${textStyles.soft}`}>
        {supplier.lastAnswerAt ? <AgoTime at={supplier.lastAnswerAt} /> : words.never}
      </td>
    </tr>
  )
}

/** Shift selects all between this one and the last one that was clicked. */
export function PickSupplier({ supplier, selection }: { supplier: RequestSupplier; selection: Selection }) {
  const words = useRequestWords(requestRecordWords)
  return (
    <label className={listStyles.rowPick}>
      <input
        type="checkbox"
        aria-label={words.select(whoOf(supplier) ?? words.someone)}
        checked={selection.ids.has(supplier._id)}
        onChange={(event) => selection.toggle(supplier._id, (event.nativeEvent as MouseEvent).shiftKey === true)}
      />
    </label>
  )
}
