import type { Contact } from '@waybill/contract/contacts/endpoints'
import { useRef, useState } from 'react'
import { call } from '../../shared/api/client.ts'
import { mutate } from '../../shared/api/mutate.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { change } from '../../shared/drafts/change-draft.ts'
import { showSendSheet } from '../../shared/drafts/send-sheet-state.ts'
import { ConfirmDialog } from '../../shared/ui/dialogs/confirm-dialog.tsx'
import { Button } from '../../shared/ui/fields/button.ts'
import { SearchField } from '../../shared/ui/fields/search-field.tsx'
import listStyles from '../../shared/ui/lists/list.module.css'
import { ListFailed } from '../../shared/ui/lists/list-failed.tsx'
import { ListMore } from '../../shared/ui/lists/list-more.tsx'
import { useSelection } from '../../shared/ui/lists/use-selection.ts'
import { Icon } from '../../shared/ui/marks/icons.tsx'
import { notify } from '../../shared/ui/page/notices.ts'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import styles from './contact-book.module.css'
import { exportContacts, type ImportResult, importContacts } from './contact-files.ts'
import { ContactForm } from './contact-form.tsx'
import { ContactRow } from './contact-row.tsx'
import { type Contacts, invalidateContacts, useContacts } from './use-contacts.ts'
import { contactsWords } from './words/contacts-words.ts'

interface ContactBookProps {
  q: string
  onSearch: (q: string) => void
}

/** The account's contacts: searched, edited, and used for sending again. */
export function ContactBook({ q, onSearch }: ContactBookProps) {
  const words = useWords(contactsWords)
  const contacts = useContacts(q)
  const selection = useSelection(contacts.rows)
  const [edited, setEdited] = useState<Contact | 'new' | null>(null)
  const [imported, setImported] = useState<ImportResult | null>(null)
  const chosen = contacts.rows.filter(({ _id }) => selection.ids.has(_id))
  return (
    <>
      <div className={`${layoutStyles.wrap} ${layoutStyles.gapTight} ${layoutStyles.below} ${styles.contactTools}`}>
        <SearchField label={words.search} q={q} onSearch={onSearch} />
        <Button variant="default" onClick={() => setEdited('new')}>
          {words.add}
        </Button>
        <ImportButton onImported={setImported} />
        <Button variant="default" onClick={() => void exportContacts()} leftSection={<Icon name="download" />}>
          {words.export}
        </Button>
      </div>
      {imported && <Imported result={imported} onEnd={() => setImported(null)} />}
      {chosen.length > 0 && <Chosen contacts={chosen} onDone={selection.clear} />}
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
        <Instead contacts={contacts} q={q} />
      )}
      <ListMore list={contacts} label={words.more} />
      {edited && <ContactForm contact={edited === 'new' ? null : edited} onEnd={() => setEdited(null)} />}
    </>
  )
}

function Instead({ contacts, q }: { contacts: Contacts; q: string }) {
  const words = useWords(contactsWords)
  if (contacts.error) return <ListFailed error={contacts.error} again={words.again} onAgain={contacts.retry} />
  if (contacts.total === null) return <div className={partsStyles.waiting} role="status" aria-label={words.loading} />
  if (q) return <p className={`${listStyles.listInstead} ${textStyles.soft}`}>{words.nothingFound(q)}</p>
  return (
    <div className={listStyles.listInstead}>
      <h2>{words.emptyTitle}</h2>
      <p className={textStyles.soft}>{words.emptyText}</p>
    </div>
  )
}

function ImportButton({ onImported }: { onImported: (result: ImportResult | null) => void }) {
  const words = useWords(contactsWords)
  const picker = useRef<HTMLInputElement>(null)
  const { isBusy, save } = useMutation()
  const take = async (file: File | undefined) => {
    if (file) await save(async () => onImported(await importContacts(file)))
  }
  return (
    <>
      <Button
        variant="default"
        loading={isBusy}
        onClick={() => picker.current?.click()}
        leftSection={<Icon name="add" />}
      >
        {words.import}
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
    <section className={`${layoutStyles.large} ${partsStyles.frameStrong} ${styles.contactImported}`} role="status">
      <p>{words.imported(result.added, result.updated)}</p>
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

function Chosen({ contacts, onDone }: { contacts: readonly Contact[]; onDone: () => void }) {
  const words = useWords(contactsWords)
  const [isAsking, setAsking] = useState(false)
  const send = () => {
    change({ kind: 'add-recipients', text: contacts.map(({ email }) => email).join(', ') })
    onDone()
    showSendSheet(true)
  }
  const remove = async () => {
    setAsking(false)
    const ids = contacts.map(({ _id }) => _id)
    const answer = await mutate(() => call('deleteContacts', { body: { ids } }))
    if (answer !== null) {
      notify({ title: words.deleted(answer.deleted) })
      onDone()
    }
    await invalidateContacts()
  }
  return (
    <section
      className={`${layoutStyles.row} ${partsStyles.frameStrong} ${listStyles.selectionBar}`}
      aria-label={words.selected(contacts.length)}
    >
      <strong role="status">{words.selected(contacts.length)}</strong>
      <span className={`${layoutStyles.wrap} ${layoutStyles.gapTight} ${listStyles.selectionBarActs}`}>
        <Button variant="default" onClick={send} leftSection={<Icon name="mail" />}>
          {words.sendTo}
        </Button>
        <Button variant="default" onClick={() => setAsking(true)} leftSection={<Icon name="bin" />}>
          {words.delete}
        </Button>
      </span>
      <ConfirmDialog
        isOpen={isAsking}
        title={words.deleteTitle(contacts.length)}
        text={words.deleteText}
        confirmLabel={words.delete}
        keepLabel={words.keep}
        onConfirm={() => void remove()}
        onKeep={() => setAsking(false)}
      />
    </section>
  )
}
