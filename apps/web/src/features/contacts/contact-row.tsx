import type { Contact } from '@waybill/contract/contacts/endpoints'
import { formatDay } from '../../shared/time/moment.ts'
import { Address } from '../../shared/ui/marks/address.tsx'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import { contactsWords } from './words/contacts-words.ts'

interface ContactRowProps {
  contact: Contact
  isSelected: boolean
  onToggle: (isRange: boolean) => void
  onEdit: () => void
}

export function ContactRow({ contact, isSelected, onToggle, onEdit }: ContactRowProps) {
  const words = useWords(contactsWords)
  const { language } = useLanguage()
  const who = contact.name || contact.email
  return (
    <li className="contact-row" data-selected={isSelected || undefined}>
      <label className="row-pick">
        <input
          type="checkbox"
          checked={isSelected}
          aria-label={words.select(who)}
          onChange={(event) => onToggle((event.nativeEvent as MouseEvent).shiftKey === true)}
        />
      </label>
      <div>
        <strong>{contact.name || <Address of={contact.email} />}</strong>
        {contact.name && (
          <p className="soft">
            <Address of={contact.email} />
          </p>
        )}
      </div>
      <span className="contact-row-company">{contact.company}</span>
      <span className="soft contact-row-sent">
        {contact.lastSentAt ? words.lastSent(formatDay(contact.lastSentAt, 'local', language)) : words.neverSent}
      </span>
      <button type="button" className="quiet-button" onClick={onEdit}>
        {words.edit}
        <span className="unseen"> {who}</span>
      </button>
    </li>
  )
}
