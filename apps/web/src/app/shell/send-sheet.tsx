import { Modal } from '@mantine/core'
import { useEffect } from 'react'
import { rereadContacts } from '../contacts/use-contacts.ts'
import { rereadLibrary } from '../library/use-library.ts'
import { addDropped } from '../transfers/add-files.ts'
import { beginAnew } from '../transfers/begin-anew.ts'
import { usePageTakesDrops } from '../transfers/page-drops.ts'
import { QuickSend } from '../transfers/quick-send.tsx'
import { readQuickSend, useQuickSend } from '../transfers/quick-send-state.ts'
import { useDropAnywhere } from '../transfers/use-drop-anywhere.ts'
import { rereadTransfers } from '../transfers/use-transfer-list.ts'
import { Icon } from '../ui/icons.tsx'
import { notify } from '../ui/notices.ts'
import { dashWords } from '../words/dash.ts'
import { spokenLanguage, useWords } from '../words/language.tsx'
import './send-sheet.css'
import { Dialog } from '../ui/dialog.tsx'
import { nameList } from '../ui/name-list.ts'
import { showSendSheet, useSendSheet } from './send-sheet-state.ts'

/** The slip to send with, over any page of the dashboard: by its button, by a key, or by dropping files anywhere. */
export function SendSheet() {
  const words = useWords(dashWords)
  const isOpen = useSendSheet()
  const isTaken = usePageTakesDrops()
  useRereadOnceSent()
  const isOver = useDropAnywhere(async (data) => {
    const adding = addDropped(data)
    showSendSheet(true)
    const unread = await adding
    if (unread.length > 0)
      notify({ title: words.folderUnread, text: nameList(unread.slice(0, 3), spokenLanguage()), tone: 'warning' })
  }, !isOpen && !isTaken)
  return (
    <>
      {isOver && (
        <div className="send-veil" role="status">
          <Icon name="add" size={40} />
          {words.dropToSend}
        </div>
      )}
      <Dialog opened={isOpen} onClose={putAway} size={560} returnFocus transitionProps={{ exitDuration: 0 }}>
        <Modal.Overlay />
        <Modal.Content aria-label={words.sendFiles} className="send-sheet">
          <Modal.CloseButton aria-label={words.close} className="send-sheet-close" iconSize={20} />
          <Modal.Body className="send-sheet-body">
            <QuickSend />
          </Modal.Body>
        </Modal.Content>
      </Dialog>
    </>
  )
}

/** A finished send is put away for good; a draft and a running upload lie there as they were. */
function putAway(): void {
  showSendSheet(false)
  if (readQuickSend().screen === 'done') beginAnew()
}

/** The server keeps the people of a transfer as contacts a moment after it is saved. */
const CONTACTS_KEPT_MS = 2_000

/** What was just sent, and to whom, shows on the page under the slip. */
function useRereadOnceSent(): void {
  const saved = useQuickSend((state) => state.saved)
  useEffect(() => {
    if (saved === null) return
    void rereadTransfers()
    void rereadLibrary()
    const timer = setTimeout(() => void rereadContacts(), CONTACTS_KEPT_MS)
    return () => clearTimeout(timer)
  }, [saved])
}
