import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import type { RequestRecord } from '@waybill/contract/requests/shapes'
import { ListFailed } from '../../../../shared/ui/lists/list-failed.tsx'
import { useSelection } from '../../../../shared/ui/lists/use-selection.ts'
import { useWords } from '../../../../shared/words/language.tsx'
import type { RecordPlace } from '../record-place.ts'
import { type PeopleReading, useRecordPeople } from '../use-request-record.ts'
import { requestRecordWords } from '../words/request-record-words.ts'
import { PeopleSlips } from './record-people-slips.tsx'
import { PeopleTable } from './record-people-table.tsx'
import { RecordSelection } from './record-selection.tsx'
import { RecordTools } from './record-tools.tsx'
import '../../../../shared/ui/lists/list.css'
import './record-people.css'

interface RecordPeopleProps {
  record: RequestRecord
  place: RecordPlace
  mayChange: boolean
  onPlace: (place: RecordPlace) => void
  onOpen: (person: string) => void
}

/** Who sent what, what is missing, what is late: a table where there is room for one, else a slip for each supplier. */
export function RecordPeople({ record, place, mayChange, onPlace, onOpen }: RecordPeopleProps) {
  const people = useRecordPeople(record.slug, place)
  const selection = useSelection(people.rows)
  const isWide = useMediaQuery('(min-width: 720px)', undefined, { getInitialValueInEffect: false }) === true
  const chosen = people.rows.filter(({ _id }) => selection.ids.has(_id))
  const shown = { record, people, selection, onOpen }
  return (
    <>
      <RecordTools record={record} place={place} onPlace={onPlace} />
      {chosen.length > 0 && (
        <RecordSelection record={record} chosen={chosen} selection={selection} mayChange={mayChange} />
      )}
      {people.rows.length === 0 ? (
        <Instead record={record} people={people} place={place} />
      ) : isWide ? (
        <PeopleTable {...shown} />
      ) : (
        <PeopleSlips {...shown} />
      )}
    </>
  )
}

/** What stands in the place of suppliers: the wait, the failure, or why there are none. */
function Instead({ record, people, place }: { record: RequestRecord; people: PeopleReading; place: RecordPlace }) {
  const words = useWords(requestRecordWords)
  if (people.error) return <ListFailed error={people.error} again={words.again} onAgain={people.retry} />
  if (people.isLoading) return <div className="people-waiting" role="status" aria-label={words.loading} />
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
