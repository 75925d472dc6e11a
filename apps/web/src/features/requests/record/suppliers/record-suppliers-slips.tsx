import type { RequestRecord, RequestSupplier } from '@waybill/contract/requests/shapes'
import { AgoTime } from '../../../../shared/time/ago-time.tsx'
import { ListMore } from '../../../../shared/ui/lists/list-more.tsx'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { useRequestWords } from '../../request-words.ts'
import { requestRecordWords } from '../words/request-record-words.ts'
import { markOf, supplierStandingOf } from './mark-of.ts'
import { ItemMark, StandingMark } from './record-mark.tsx'
import { SupplierName } from './record-supplier-name.tsx'
import recordSuppliersStyles from './record-suppliers.module.css'
import { PickSupplier, type ShownSuppliers } from './record-suppliers-table.tsx'

/** Replaces the table on narrow screens: a slip for each supplier, with all their items. */
export function SuppliersSlips({ record, suppliers, selection, onOpen }: ShownSuppliers) {
  const words = useRequestWords(requestRecordWords)
  return (
    <>
      <ul className={layoutStyles.stackClose} aria-label={words.tableLabel} aria-busy={suppliers.isStale}>
        {suppliers.rows.map((supplier) => (
          <li
            key={supplier._id}
            className={`${partsStyles.paper} ${recordSuppliersStyles.suppliersSlip}`}
            data-selected={selection.ids.has(supplier._id) || undefined}
          >
            <div className={recordSuppliersStyles.suppliersSlipHead}>
              <PickSupplier supplier={supplier} selection={selection} />
              <div className="suppliers-slip-who">
                <SupplierName supplier={supplier} onOpen={onOpen} />
              </div>
              <StandingMark standing={supplierStandingOf(supplier)} />
            </div>
            <ItemList record={record} supplier={supplier} />
            {supplier.lastAnswerAt && (
              <p className={`${textStyles.soft} ${layoutStyles.small} ${recordSuppliersStyles.suppliersSlipWhen}`}>
                {words.lastAnswer} <AgoTime at={supplier.lastAnswerAt} />
              </p>
            )}
          </li>
        ))}
      </ul>
      <ListMore list={suppliers} label={words.loadMore} />
    </>
  )
}

function ItemList({ record, supplier }: { record: RequestRecord; supplier: RequestSupplier }) {
  const states = new Map(supplier.items.map((state) => [state.item, state]))
  return (
    <dl className={`${layoutStyles.ruledList} ${layoutStyles.large} ${recordSuppliersStyles.suppliersSlipItems}`}>
      {record.items.map((item) => {
        const state = states.get(item._id)
        return (
          state && (
            <div key={item._id} className={layoutStyles.ends}>
              <dt>{item.name}</dt>
              <dd>
                <ItemMark mark={markOf(state, item, supplier.isLate)} count={state.fileCount} />
              </dd>
            </div>
          )
        )
      })}
    </dl>
  )
}
