import { type ContactBookName, contactBooks } from '@waybill/contract/contacts/books'
import type { Contact } from '@waybill/contract/contacts/endpoints'
import { useRef, useState } from 'react'
import { useAccount } from '../../shared/api/session.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { Button } from '../../shared/ui/fields/button.ts'
import fieldStyles from '../../shared/ui/fields/field.module.css'
import { SearchField } from '../../shared/ui/fields/search-field.tsx'
import listStyles from '../../shared/ui/lists/list.module.css'
import { ListFailed } from '../../shared/ui/lists/list-failed.tsx'
import { ListMore } from '../../shared/ui/lists/list-more.tsx'
import { useSelection } from '../../shared/ui/lists/use-selection.ts'
import { Icon } from '../../shared/ui/marks/icons.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import linesStyles from '../../shared/ui/styles/lines.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { ChosenContacts } from './chosen-contacts.tsx'
import styles from './contact-book.module.css'
import { exportContacts, type ImportResult, importContacts } from './contact-files.ts'
import { ContactForm } from './contact-form.tsx'
import { ContactRow } from './contact-row.tsx'
import { type Contacts, useContacts } from './use-contacts.ts'
import { contactsWords } from './words/contacts-words.ts'

interface ContactBookProps {
  q: string
  /** Absent: both books. */
  book: ContactBookName | undefined
  onChange: (shown: { q: string; book: ContactBookName | undefined }) => void
}

/** The account's contacts and its team's: searched, edited, and used for sending again. */
export function ContactBook({ q, book: asked, onChange }: ContactBookProps) {
  const words = useWords(contactsWords)
  const hasTeam = (useAccount()?.team.length ?? 0) > 1
  // What somebody shared before being alone is among all contacts.
  const book = hasTeam ? asked : undefined
  const contacts = useContacts(q, book)
  const selection = useSelection(contacts.rows)
  const [edited, setEdited] = useState<Contact | 'new' | null>(null)
  const [imported, setImported] = useState<ImportResult | null>(null)
  const chosen = contacts.rows.filter(({ _id }) => selection.ids.has(_id))
  return (
    <>
      <div className={`${layoutStyles.wrap} ${layoutStyles.gapTight} ${layoutStyles.below} ${styles.contactTools}`}>
        <SearchField label={words.search} q={q} onSearch={(typed) => onChange({ q: typed, book })} />
        {hasTeam && <BookChoice book={book} onChoose={(next) => onChange({ q, book: next })} />}
        <Button variant="default" onClick={() => setEdited('new')}>
          {words.add}
        </Button>
        <ImportButton book={book ?? 'own'} onImported={setImported} />
        <Button variant="default" onClick={() => void exportContacts(book)} leftSection={<Icon name="download" />}>
          {words.export}
        </Button>
      </div>
      {imported && <Imported result={imported} onEnd={() => setImported(null)} />}
      {chosen.length > 0 && <ChosenContacts contacts={chosen} hasTeam={hasTeam} onDone={selection.clear} />}
      {contacts.rows.length > 0 ? (
        <ul className={`${partsStyles.frame} ${listStyles.listRows}`} aria-label={words.title}>
          {contacts.rows.map((contact) => (
            <ContactRow
              key={contact._id}
              contact={contact}
              isSelected={selection.ids.has(contact._id)}
              onToggle={(isRange) => selection.toggle(contact._id, isRange)}
              onEdit={() => setEdited(contact)}
            />
          ))}
        </ul>
      ) : (
        <Instead contacts={contacts} q={q} book={book} />
      )}
      <ListMore list={contacts} label={words.more} />
      {edited && (
        <ContactForm
          contact={edited === 'new' ? null : edited}
          book={hasTeam ? (book ?? 'own') : undefined}
          onEnd={() => setEdited(null)}
        />
      )}
    </>
  )
}

interface BookChoiceProps {
  book: ContactBookName | undefined
  onChoose: (book: ContactBookName | undefined) => void
}

function BookChoice({ book, onChoose }: BookChoiceProps) {
  const words = useWords(contactsWords)
  return (
    <span>
      <select
        className={fieldStyles.textField}
        aria-label={words.bookLabel}
        value={book ?? 'all'}
        onChange={({ currentTarget: { value } }) => onChoose(contactBooks.find((known) => known === value))}
      >
        {(['all', ...contactBooks] as const).map((one) => (
          <option key={one} value={one}>
            {words.books[one]}
          </option>
        ))}
      </select>
    </span>
  )
}

function Instead({ contacts, q, book }: { contacts: Contacts; q: string; book: ContactBookName | undefined }) {
  const words = useWords(contactsWords)
  if (contacts.error) return <ListFailed error={contacts.error} again={words.again} onAgain={contacts.retry} />
  if (contacts.total === null) return <div className={partsStyles.waiting} role="status" aria-label={words.loading} />
  if (q) return <p className={`${listStyles.listInstead} ${textStyles.soft}`}>{words.nothingFound(q)}</p>
  return (
    <div className={listStyles.listInstead}>
      <h2>{book === 'shared' ? words.sharedEmptyTitle : words.emptyTitle}</h2>
      <p className={textStyles.soft}>{book === 'shared' ? words.sharedEmptyText : words.emptyText}</p>
    </div>
  )
}

interface ImportButtonProps {
  book: ContactBookName
  onImported: (result: ImportResult | null) => void
}

function ImportButton({ book, onImported }: ImportButtonProps) {
  const words = useWords(contactsWords)
  const picker = useRef<HTMLInputElement>(null)
  const { isBusy, save } = useMutation()
  const take = async (file: File | undefined) => {
    if (file) await save(async () => onImported(await importContacts(file, book)))
  }
  return (
    <>
      <Button
        variant="default"
        loading={isBusy}
        onClick={() => picker.current?.click()}
        leftSection={<Icon name="add" />}
      >
        {book === 'shared' ? words.importShared : words.import}
      </Button>
      <input
        ref={picker}
        type="file"
        accept=".csv,text/csv"
        hidden
        tabIndex={-1}
        aria-label={words.import}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          void take(file)
        }}
      />
    </>
  )
}

const MOST_REFUSED = 20

function Imported({ result, onEnd }: { result: ImportResult; onEnd: () => void }) {
  const words = useWords(contactsWords)
  return (
    <section
      className={`${layoutStyles.large} ${partsStyles.frameStrong} ${linesStyles.lines} ${styles.contactImported}`}
      role="status"
    >
      <p>{words.imported(result.added, result.updated)}</p>
      {result.kept > 0 && <p>{words.kept(result.kept)}</p>}
      {result.refused.length > 0 && (
        <>
          <p>{words.refused(result.refused.length)}</p>
          <ul>
            {result.refused.slice(0, MOST_REFUSED).map(({ line, text }) => (
              <li key={line} className={textStyles.mono}>
                {words.line(line)}: {text}
              </li>
            ))}
          </ul>
        </>
      )}
      <button type="button" className={textStyles.quietButton} onClick={onEnd}>
        {words.close}
      </button>
    </section>
  )
}
