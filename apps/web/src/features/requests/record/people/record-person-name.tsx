import { Link } from '@tanstack/react-router'
import type { RequestPerson } from '@waybill/contract/requests/shapes'
import { Address } from '../../../../shared/ui/marks/address.tsx'
import { Icon } from '../../../../shared/ui/marks/icons.tsx'
import { useWords } from '../../../../shared/words/language.tsx'
import { requestRecordWords } from '../words/request-record-words.ts'
import { alsoOf, whoOf } from './who-of.ts'

interface PersonNameProps {
  person: RequestPerson
  onOpen: (person: string) => void
}

/** Who it is, as the way to all about them, and what else is known at a glance. */
export function PersonName({ person, onOpen }: PersonNameProps) {
  const words = useWords(requestRecordWords)
  const [also] = alsoOf(person)
  return (
    <>
      <Link
        to="."
        search={((before: object) => ({ ...before, person: person._id })) as never}
        resetScroll={false}
        className="person-name"
        onClick={(event) => {
          // Another tab is the browser's own business.
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          onOpen(person._id)
        }}
      >
        <Address of={whoOf(person) ?? words.someone} />
      </Link>
      {also && (
        <span className="person-also soft">
          <Address of={also} />
        </span>
      )}
      {person.mail === 'refused' && (
        <span className="person-refused">
          <Icon name="warning" size={14} /> {words.mails.refused}
        </span>
      )}
    </>
  )
}
