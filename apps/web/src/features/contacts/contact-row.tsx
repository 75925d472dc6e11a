import type { Contact } from '@waybill/contract/contacts/endpoints'
import { formatDay } from '../../shared/time/moment.ts'
import listStyles from '../../shared/ui/lists/list.module.css'
import { Address } from '../../shared/ui/marks/address.tsx'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import contactBookStyles from './contact-book.module.css'
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
    <li className={`${listStyles.listRow} ${contactBookStyles.contactRow}`} data-selected={isSelected || undefined}>
      <label className={listStyles.rowPick}>
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
          <p className={textStyles.soft}>
            <Address of={contact.email} />
          </p>
        )}
      </div>
      <div className={contactBookStyles.contactRowCompany}>
        {contact.company}
        {contact.book === 'shared' && (
          <p className={textStyles.soft}>
            {contact.sharedBy === null ? words.sharedByYou : words.sharedBy(contact.sharedBy)}
          </p>
        )}
      </div>
      <span className={`${textStyles.soft} ${contactBookStyles.contactRowSent}`}>
        {contact.lastSentAt ? words.lastSent(formatDay(contact.lastSentAt, 'local', language)) : words.neverSent}
      </span>
      {contact.isEditable && (
        <button type="button" className={textStyles.quietButton} onClick={onEdit}>
          {words.edit}
          <span className={textStyles.unseen}> {who}</span>
        </button>
      )}
    </li>
  )
}
