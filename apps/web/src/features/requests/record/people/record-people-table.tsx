import type { RequestPerson, RequestRecord } from '@waybill/contract/requests/shapes'
import { AgoTime } from '../../../../shared/time/ago-time.tsx'
import { ListMore } from '../../../../shared/ui/lists/list-more.tsx'
import type { Selection } from '../../../../shared/ui/lists/use-selection.ts'
import { useWords } from '../../../../shared/words/language.tsx'
import type { PeopleReading } from '../use-request-record.ts'
import { requestRecordWords } from '../words/request-record-words.ts'
import { markOf, supplierStandingOf } from './mark-of.ts'
import { ItemMark, StandingMark } from './record-mark.tsx'
import { PersonName } from './record-person-name.tsx'
import { whoOf } from './who-of.ts'

export interface ShownPeople {
  record: RequestRecord
  people: PeopleReading
  selection: Selection
  onOpen: (person: string) => void
}

/** A line for each supplier, a column for each thing that is asked. Its head and its names stay as it is scrolled. */
export function PeopleTable({ record, people, selection, onOpen }: ShownPeople) {
  const words = useWords(requestRecordWords)
  return (
    <div className="people-scroll">
      <table className="people-table" aria-busy={people.isStale}>
        <caption className="unseen">{words.tableLabel}</caption>
        <TableHead record={record} people={people} selection={selection} />
        <tbody>
          {people.rows.map((person) => (
            <PersonLine key={person._id} record={record} person={person} selection={selection} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
      <ListMore list={people} label={words.loadMore} />
    </div>
  )
}

function TableHead({ record, people, selection }: Omit<ShownPeople, 'onOpen'>) {
  const words = useWords(requestRecordWords)
  const areAll = people.rows.length > 0 && selection.ids.size === people.rows.length
  return (
    <thead>
      <tr>
        <td className="people-pick">
          <label className="row-pick">
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
        <th scope="col" className="people-who">
          {words.supplier}
        </th>
        {record.items.map(({ _id, name, isRequired }) => (
          <th key={_id} scope="col" title={name}>
            <span className="people-item-name">{name}</span>
            {!isRequired && <small>{words.optional}</small>}
          </th>
        ))}
        <th scope="col">{words.lastAnswer}</th>
      </tr>
    </thead>
  )
}

interface PersonLineProps extends Pick<ShownPeople, 'record' | 'selection' | 'onOpen'> {
  person: RequestPerson
}

function PersonLine({ record, person, selection, onOpen }: PersonLineProps) {
  const words = useWords(requestRecordWords)
  const isSelected = selection.ids.has(person._id)
  const states = new Map(person.items.map((state) => [state.item, state]))
  return (
    <tr data-selected={isSelected || undefined}>
      <td className="people-pick">
        <PickPerson person={person} selection={selection} />
      </td>
      <th scope="row" className="people-who">
        <PersonName person={person} onOpen={onOpen} />
        <StandingMark standing={supplierStandingOf(person)} />
      </th>
      {record.items.map((item) => {
        const state = states.get(item._id)
        return (
          <td key={item._id}>
            {state && <ItemMark mark={markOf(state, item, person.isLate)} count={state.fileCount} />}
          </td>
        )
      })}
      <td className="people-when soft">{person.lastAnswerAt ? <AgoTime at={person.lastAnswerAt} /> : words.never}</td>
    </tr>
  )
}

/** Shift takes all between this one and the last one that was pressed along. */
export function PickPerson({ person, selection }: { person: RequestPerson; selection: Selection }) {
  const words = useWords(requestRecordWords)
  return (
    <label className="row-pick">
      <input
        type="checkbox"
        aria-label={words.select(whoOf(person) ?? words.someone)}
        checked={selection.ids.has(person._id)}
        onChange={(event) => selection.toggle(person._id, (event.nativeEvent as MouseEvent).shiftKey === true)}
      />
    </label>
  )
}
