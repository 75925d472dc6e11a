import type { Contact } from '@waybill/contract/contacts/endpoints'
import { Address } from '../ui/address.tsx'
import { formatDay } from '../ui/moment.ts'
import { contactsWords } from '../words/contacts.ts'
import { useLanguage, useWords } from '../words/language.tsx'

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
