import { Link } from '@tanstack/react-router'
import type { RequestRecord } from '@waybill/contract/requests/shapes'
import listStyles from '../../../../shared/ui/lists/list.module.css'
import { ListFailed } from '../../../../shared/ui/lists/list-failed.tsx'
import { useSelection } from '../../../../shared/ui/lists/use-selection.ts'
import { useWiderThan } from '../../../../shared/ui/page/use-wider-than.ts'
import partsStyles from '../../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { useRequestWords } from '../../request-words.ts'
import type { RecordParams } from '../record-params.ts'
import { type SuppliersReading, useRecordSuppliers } from '../use-request-record.ts'
import { requestRecordWords } from '../words/request-record-words.ts'
import { RecordSelection } from './record-selection.tsx'
import { SuppliersSlips } from './record-suppliers-slips.tsx'
import { SuppliersTable } from './record-suppliers-table.tsx'
import { RecordTools } from './record-tools.tsx'

interface RecordSuppliersProps {
  record: RequestRecord
  params: RecordParams
  mayChange: boolean
  onParams: (params: RecordParams) => void
  onOpen: (supplier: string) => void
}

/**
 * Who sent what, what is missing, what is late: a table where there is space for one, else a slip for each supplier.
 */
export function RecordSuppliers({ record, params, mayChange, onParams, onOpen }: RecordSuppliersProps) {
  const suppliers = useRecordSuppliers(record.slug, params)
  const selection = useSelection(suppliers.rows)
  const isWide = useWiderThan(880)
  const chosen = suppliers.rows.filter(({ _id }) => selection.ids.has(_id))
  const shown = { record, suppliers, selection, onOpen }
  return (
    <>
      <RecordTools record={record} params={params} onParams={onParams} />
      {chosen.length > 0 && (
        <RecordSelection record={record} chosen={chosen} selection={selection} mayChange={mayChange} />
      )}
      {suppliers.rows.length === 0 ? (
        <Instead record={record} suppliers={suppliers} params={params} />
      ) : isWide ? (
        <SuppliersTable {...shown} />
      ) : (
        <SuppliersSlips {...shown} />
      )}
    </>
  )
}

/** Replaces the suppliers: the wait, the failure, or why there are none. */
function Instead({
  record,
  suppliers,
  params,
}: {
  record: RequestRecord
  suppliers: SuppliersReading
  params: RecordParams
}) {
  const words = useRequestWords(requestRecordWords)
  if (suppliers.error) return <ListFailed error={suppliers.error} again={words.again} onAgain={suppliers.retry} />
  if (suppliers.isLoading) return <div className={partsStyles.waiting} role="status" aria-label={words.loading} />
  const { show, item, q } = params
  if (!show && !item && !q) {
    return (
      <div className={listStyles.listInstead}>
        <h2>{words.nobodyTitle}</h2>
        <p className={textStyles.soft}>{record.isOpenLink ? words.nobodyText : words.nobodyTextMailed}</p>
      </div>
    )
  }
  return (
    <div className={listStyles.listInstead}>
      <p className={textStyles.soft}>
        {q ? words.nobodyFound(q) : item ? words.noneMissing : words.noneOf[show ?? 'missing']}
      </p>
      <Link to="." search={{}} resetScroll={false} className={textStyles.quietButton}>
        {words.showAll}
      </Link>
    </div>
  )
}
