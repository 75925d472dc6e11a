import { Link } from '@tanstack/react-router'
import type { RequestRecord } from '@waybill/contract/requests/shapes'
import { ListFailed } from '../../../../shared/ui/lists/list-failed.tsx'
import { useSelection } from '../../../../shared/ui/lists/use-selection.ts'
import { useWiderThan } from '../../../../shared/ui/page/use-wider-than.ts'
import type { RecordPlace } from '../record-place.ts'
import { type SuppliersReading, useRecordSuppliers } from '../use-request-record.ts'
import { requestRecordWords } from '../words/request-record-words.ts'
import { RecordSelection } from './record-selection.tsx'
import { SuppliersSlips } from './record-suppliers-slips.tsx'
import { SuppliersTable } from './record-suppliers-table.tsx'
import { RecordTools } from './record-tools.tsx'
import '../../../../shared/ui/lists/list.css'
import './record-suppliers.css'
import { useRequestWords } from '../../request-words.ts'

interface RecordSuppliersProps {
  record: RequestRecord
  place: RecordPlace
  mayChange: boolean
  onPlace: (place: RecordPlace) => void
  onOpen: (supplier: string) => void
}

/** Who sent what, what is missing, what is late: a table where there is room for one, else a slip for each supplier. */
export function RecordSuppliers({ record, place, mayChange, onPlace, onOpen }: RecordSuppliersProps) {
  const suppliers = useRecordSuppliers(record.slug, place)
  const selection = useSelection(suppliers.rows)
  const isWide = useWiderThan(720)
  const chosen = suppliers.rows.filter(({ _id }) => selection.ids.has(_id))
  const shown = { record, suppliers, selection, onOpen }
  return (
    <>
      <RecordTools record={record} place={place} onPlace={onPlace} />
      {chosen.length > 0 && (
        <RecordSelection record={record} chosen={chosen} selection={selection} mayChange={mayChange} />
      )}
      {suppliers.rows.length === 0 ? (
        <Instead record={record} suppliers={suppliers} place={place} />
      ) : isWide ? (
        <SuppliersTable {...shown} />
      ) : (
        <SuppliersSlips {...shown} />
      )}
    </>
  )
}

/** What stands in the place of suppliers: the wait, the failure, or why there are none. */
function Instead({
  record,
  suppliers,
  place,
}: {
  record: RequestRecord
  suppliers: SuppliersReading
  place: RecordPlace
}) {
  const words = useRequestWords(requestRecordWords)
  if (suppliers.error) return <ListFailed error={suppliers.error} again={words.again} onAgain={suppliers.retry} />
  if (suppliers.isLoading) return <div className="suppliers-waiting" role="status" aria-label={words.loading} />
  const { show, item, q } = place
  if (!show && !item && !q) {
    return (
      <div className="list-instead">
        <h2>{words.nobodyTitle}</h2>
        <p className="soft">{record.isOpenLink ? words.nobodyText : words.nobodyTextMailed}</p>
      </div>
    )
  }
  return (
    <div className="list-instead">
      <p className="soft">{q ? words.nobodyFound(q) : item ? words.noneMissing : words.noneOf[show ?? 'missing']}</p>
      <Link to="." search={{}} resetScroll={false} className="quiet-button">
        {words.showAll}
      </Link>
    </div>
  )
}
