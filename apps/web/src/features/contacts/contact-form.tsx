import type { ContactBookName } from '@waybill/contract/contacts/books'
import type { Contact } from '@waybill/contract/contacts/endpoints'
import { parseAddress } from '@waybill/contract/transfers/recipients'
import { type FormEvent, useId, useState } from 'react'
import { call } from '../../shared/api/client.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import confirmDialogStyles from '../../shared/ui/dialogs/confirm-dialog.module.css'
import { Dialog, DialogContent } from '../../shared/ui/dialogs/dialog.tsx'
import { Button } from '../../shared/ui/fields/button.ts'
import fieldStyles from '../../shared/ui/fields/field.module.css'
import { FormField } from '../../shared/ui/fields/form-field.tsx'
import recordStyles from '../../shared/ui/record/record.module.css'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { invalidateContacts } from './use-contacts.ts'
import { contactsWords } from './words/contacts-words.ts'

interface ContactFormProps {
  /** Null: a new one. */
  contact: Contact | null
  /** Where a new one goes; undefined: the account has no team to share with. */
  book: ContactBookName | undefined
  onEnd: () => void
}

/** The form for a new contact or an edit. */
export function ContactForm({ contact, book: shown, onEnd }: ContactFormProps) {
  const words = useWords(contactsWords)
  const [typed, setTyped] = useState({
    email: contact?.email ?? '',
    name: contact?.name ?? '',
    company: contact?.company ?? '',
  })
  const [book, setBook] = useState(shown)
  const { isBusy, error, forgive, save } = useMutation()
  const isValid = 'address' in parseAddress(typed.email)
  const write = (change: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...change }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isValid) return
    const isSaved = await save(async () => {
      if (contact) await call('editContact', { params: { contact: contact._id }, body: typed })
      else await call('addContact', { body: { ...typed, ...(book ? { book } : {}) } })
      await invalidateContacts()
    })
    if (isSaved) onEnd()
  }
  const title = contact ? words.editTitle : words.addTitle
  return (
    <Dialog opened onClose={onEnd} size={440} centered>
      <DialogContent
        label={title}
        className={confirmDialogStyles.confirmContent}
        bodyClassName={partsStyles.dialogBody}
      >
        <h2>{title}</h2>
        <form className={layoutStyles.stack} onSubmit={(event) => void submit(event)} noValidate>
          <FormField
            label={words.email}
            value={typed.email}
            type="email"
            data-autofocus
            autoCapitalize="none"
            spellCheck={false}
            error={error}
            onType={(email) => {
              forgive()
              write({ email })
            }}
          />
          <FormField label={words.name} value={typed.name} maxLength={200} onType={(name) => write({ name })} />
          <FormField
            label={words.company}
            value={typed.company}
            maxLength={200}
            onType={(company) => write({ company })}
          />
          {!contact && book && <BookField book={book} onChoose={setBook} />}
          <div className={partsStyles.formActs}>
            <Button variant="default" onClick={onEnd}>
              {words.cancel}
            </Button>
            <Button type="submit" disabled={!isValid} loading={isBusy}>
              {words.save}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  )
}

function BookField({ book, onChoose }: { book: ContactBookName; onChoose: (book: ContactBookName) => void }) {
  const words = useWords(contactsWords)
  const id = useId()
  return (
    <div className={recordStyles.field}>
      <label htmlFor={id}>{words.addTo}</label>
      <select
        id={id}
        className={fieldStyles.textField}
        value={book}
        onChange={(event) => onChoose(event.currentTarget.value as ContactBookName)}
      >
        <option value="own">{words.books.own}</option>
        <option value="shared">{words.books.shared}</option>
      </select>
      {book === 'shared' && <small className={textStyles.soft}>{words.sharedHint}</small>}
    </div>
  )
}
