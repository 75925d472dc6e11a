import type { RequestPerson, RequestRecord } from '@waybill/contract/requests/shapes'
import { AgoTime } from '../../../../shared/time/ago-time.tsx'
import { ListMore } from '../../../../shared/ui/lists/list-more.tsx'
import { useWords } from '../../../../shared/words/language.tsx'
import { requestRecordWords } from '../words/request-record-words.ts'
import { markOf, supplierStandingOf } from './mark-of.ts'
import { ItemMark, StandingMark } from './record-mark.tsx'
import { PickPerson, type ShownPeople } from './record-people-table.tsx'
import { PersonName } from './record-person-name.tsx'

/** The table where there is no room for one: a slip for each supplier, with all that is asked of them. */
export function PeopleSlips({ record, people, selection, onOpen }: ShownPeople) {
  const words = useWords(requestRecordWords)
  return (
    <>
      <ul className="people-slips" aria-label={words.tableLabel} aria-busy={people.isStale}>
        {people.rows.map((person) => (
          <li key={person._id} className="people-slip" data-selected={selection.ids.has(person._id) || undefined}>
            <div className="people-slip-head">
              <PickPerson person={person} selection={selection} />
              <div className="people-slip-who">
                <PersonName person={person} onOpen={onOpen} />
              </div>
              <StandingMark standing={supplierStandingOf(person)} />
            </div>
            <ItemList record={record} person={person} />
            {person.lastAnswerAt && (
              <p className="soft people-slip-when">
                {words.lastAnswer} <AgoTime at={person.lastAnswerAt} />
              </p>
            )}
          </li>
        ))}
      </ul>
      <ListMore list={people} label={words.loadMore} />
    </>
  )
}

function ItemList({ record, person }: { record: RequestRecord; person: RequestPerson }) {
  const states = new Map(person.items.map((state) => [state.item, state]))
  return (
    <dl className="people-slip-items">
      {record.items.map((item) => {
        const state = states.get(item._id)
        return (
          state && (
            <div key={item._id}>
              <dt>{item.name}</dt>
              <dd>
                <ItemMark mark={markOf(state, item, person.isLate)} count={state.fileCount} />
              </dd>
            </div>
          )
        )
      })}
    </dl>
  )
}
