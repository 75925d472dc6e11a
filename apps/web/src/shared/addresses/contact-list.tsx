import type { Contact } from '@waybill/contract/contacts/endpoints'
import textStyles from '../ui/styles/text.module.css'
import { useWords } from '../words/language.tsx'
import addressChipsStyles from './address-chips.module.css'
import { addressesWords } from './words/addresses-words.ts'

interface ContactListProps {
  id: string
  contacts: readonly Contact[]
  /** The entry that the arrow keys have reached; -1 is none. */
  active: number
  onPick: (contact: Contact) => void
}

/** The matching contacts, under the field; the focus stays in the field. */
export function ContactList({ id, contacts, active, onPick }: ContactListProps) {
  const words = useWords(addressesWords)
  return (
    <div className={addressChipsStyles.contactListPlace}>
      <div id={id} className={addressChipsStyles.contactList} role="listbox" aria-label={words.suggestions}>
        {contacts.map((contact, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field's own keys walk the list
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
          <div
            key={contact._id}
            id={`${id}-${index}`}
            className={addressChipsStyles.contactListOne}
            role="option"
            aria-selected={index === active}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onPick(contact)}
          >
            <span>{contact.name || contact.email}</span>
            <small>{[contact.name && contact.email, contact.company].filter(Boolean).join(' · ')}</small>
          </div>
        ))}
      </div>
      <span className={textStyles.unseen} role="status">
        {words.suggestionsFound(contacts.length)}
      </span>
    </div>
  )
}
