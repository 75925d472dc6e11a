import type { ContactBookName } from '@waybill/contract/contacts/books'
import type { Contact } from '@waybill/contract/contacts/endpoints'
import { useState } from 'react'
import { call } from '../../shared/api/client.ts'
import { inBatches } from '../../shared/api/in-batches.ts'
import { mutated } from '../../shared/api/mutate.ts'
import { change } from '../../shared/drafts/change-draft.ts'
import { showSendSheet } from '../../shared/drafts/send-sheet-state.ts'
import { ConfirmDialog } from '../../shared/ui/dialogs/confirm-dialog.tsx'
import { Button } from '../../shared/ui/fields/button.ts'
import listStyles from '../../shared/ui/lists/list.module.css'
import { Icon } from '../../shared/ui/marks/icons.tsx'
import { notify } from '../../shared/ui/page/notices.ts'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { invalidateContacts } from './use-contacts.ts'
import { contactsWords } from './words/contacts-words.ts'

interface ChosenContactsProps {
  contacts: readonly Contact[]
  /** Whether there is a team to share with. */
  hasTeam: boolean
  onDone: () => void
}

/** The selected contacts: sending to all of them, and moving and deleting those that the account may change. */
export function ChosenContacts({ contacts, hasTeam, onDone }: ChosenContactsProps) {
  const words = useWords(contactsWords)
  const [isAsking, setAsking] = useState(false)
  const editable = contacts.filter(({ isEditable }) => isEditable)
  const send = () => {
    change({ kind: 'add-recipients', text: contacts.map(({ email }) => email).join(', ') })
    onDone()
    showSendSheet(true)
  }
  const remove = async () => {
    setAsking(false)
    let count = 0
    const areGone = await mutated(() =>
      inBatches(idsOf(editable), async (some) => {
        count += (await call('deleteContacts', { body: { ids: some } })).deleted
      }),
    )
    if (count > 0) notify({ title: words.deleted(count) })
    if (areGone) onDone()
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
        <MoveButton
          contacts={hasTeam ? editable.filter(({ book }) => book === 'own') : []}
          to="shared"
          onDone={onDone}
        />
        <MoveButton contacts={editable.filter(({ book }) => book === 'shared')} to="own" onDone={onDone} />
        {editable.length > 0 && (
          <Button variant="default" onClick={() => setAsking(true)} leftSection={<Icon name="bin" />}>
            {words.delete}
          </Button>
        )}
      </span>
      <ConfirmDialog
        isOpen={isAsking}
        title={words.deleteTitle(editable.length)}
        text={editable.some(({ book }) => book === 'shared') ? words.deleteSharedText : words.deleteText}
        confirmLabel={words.delete}
        keepLabel={words.keep}
        onConfirm={() => void remove()}
        onKeep={() => setAsking(false)}
      />
    </section>
  )
}

interface MoveButtonProps {
  contacts: readonly Contact[]
  to: ContactBookName
  onDone: () => void
}

function MoveButton({ contacts, to, onDone }: MoveButtonProps) {
  const words = useWords(contactsWords)
  if (contacts.length === 0) return null
  const move = async () => {
    let moved = 0
    const isDone = await mutated(() =>
      inBatches(idsOf(contacts), async (some) => {
        moved += (await call('moveContacts', { body: { ids: some, book: to } })).moved
      }),
    )
    if (isDone) {
      const stayed = contacts.length - moved
      const title = to === 'shared' ? words.shared(moved) : words.unshared(moved)
      notify({ title, ...(stayed > 0 ? { text: words.stayed(stayed) } : {}) })
      onDone()
    }
    await invalidateContacts()
  }
  return (
    <Button variant="default" onClick={() => void move()}>
      {to === 'shared' ? words.share : words.unshare}
    </Button>
  )
}

const idsOf = (contacts: readonly Contact[]): string[] => contacts.map(({ _id }) => _id)
