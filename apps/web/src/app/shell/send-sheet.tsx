import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { invalidateContacts } from '../../features/contacts/use-contacts.ts'
import { addDropped } from '../../features/send/form/add-files.ts'
import { QuickSend } from '../../features/send/screens/quick-send.tsx'
import { returnToForm } from '../../features/send/upload/return-to-form.ts'
import { invalidateTransfers } from '../../features/transfers/list/use-transfer-list.ts'
import { returnToSendSheet } from '../../shared/drafts/leave-send-sheet.ts'
import { readQuickSend, useQuickSend } from '../../shared/drafts/quick-send-state.ts'
import { showSendSheet, useSendSheet } from '../../shared/drafts/send-sheet-state.ts'
import { invalidateLibrary } from '../../shared/library/use-library.ts'
import { Dialog, DialogCloseButton, DialogContent } from '../../shared/ui/dialogs/dialog.tsx'
import styles from '../../shared/ui/dialogs/send-sheet.module.css'
import { nameList } from '../../shared/ui/lists/name-list.ts'
import { Icon } from '../../shared/ui/marks/icons.tsx'
import { notify } from '../../shared/ui/page/notices.ts'
import { usePageTakesDrops } from '../../shared/upload/page-drops.ts'
import { useDropAnywhere } from '../../shared/upload/use-drop-anywhere.ts'
import { spokenLanguage, useWords } from '../../shared/words/language.tsx'
import { dashWords } from './words/dash-words.ts'

/** The send form over any page of the dashboard: opened by its button, by a key, or by dropping files anywhere. */
export function SendSheet() {
  const words = useWords(dashWords)
  const isOpen = useSendSheet()
  const isTaken = usePageTakesDrops()
  useInvalidateOnceSent()
  const { href } = useLocation()
  useEffect(() => returnToSendSheet(href), [href])
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
        <div className={styles.sendVeil} role="status">
          <Icon name="add" size={40} />
          {words.dropToSend}
        </div>
      )}
      <Dialog opened={isOpen} onClose={putAway} size={560} returnFocus transitionProps={{ exitDuration: 0 }}>
        <DialogContent
          label={words.sendFiles}
          className={styles.sendSheet}
          before={<DialogCloseButton aria-label={words.close} className={styles.sendSheetClose} iconSize={20} />}
          bodyClassName={styles.sendSheetBody}
        >
          <QuickSend />
        </DialogContent>
      </Dialog>
    </>
  )
}

/** Closing clears a finished send; a draft and a running upload stay as they were. */
function putAway(): void {
  showSendSheet(false)
  if (readQuickSend().screen === 'done') returnToForm()
}

/** The server saves a transfer's recipients as contacts a moment after the transfer. */
const CONTACTS_KEPT_MS = 2_000

/** The page under the form shows the new transfer and its recipients. */
function useInvalidateOnceSent(): void {
  const saved = useQuickSend((state) => state.saved)
  useEffect(() => {
    if (saved === null) return
    void invalidateTransfers()
    void invalidateLibrary()
    const timer = setTimeout(() => void invalidateContacts(), CONTACTS_KEPT_MS)
    return () => clearTimeout(timer)
  }, [saved])
}
