import { type ReadFiles, readDropped } from '@waybill/uploader/files/read-entries'
import type { SourceFile } from '@waybill/uploader/upload'
import { useState } from 'react'
import { showSendSheet, useSendSheet } from '../../../shared/drafts/send-sheet-state.ts'
import confirmDialogStyles from '../../../shared/ui/dialogs/confirm-dialog.module.css'
import { Dialog, DialogContent } from '../../../shared/ui/dialogs/dialog.tsx'
import sendSheetStyles from '../../../shared/ui/dialogs/send-sheet.module.css'
import { Button } from '../../../shared/ui/fields/button.ts'
import { nameList } from '../../../shared/ui/lists/name-list.ts'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import { notify } from '../../../shared/ui/page/notices.ts'
import recordStyles from '../../../shared/ui/record/record.module.css'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useTakingDrops } from '../../../shared/upload/page-drops.ts'
import { useDropAnywhere } from '../../../shared/upload/use-drop-anywhere.ts'
import { spokenLanguage, useWords } from '../../../shared/words/language.tsx'
import { transferRecordWords } from './words/transfer-record-words.ts'

interface RecordDropProps {
  mayAdd: boolean
  onAdd: (files: readonly SourceFile[]) => void
  /** Adds the files to the form of a new transfer. */
  onSendNew: (read: ReadFiles) => Promise<void>
}

/** Files dropped anywhere on a transfer's page: are they for this transfer, or for a new one? */
export function RecordDrop({ mayAdd, onAdd, onSendNew }: RecordDropProps) {
  const words = useWords(transferRecordWords)
  const isSheetOpen = useSendSheet()
  const [dropped, setDropped] = useState<ReadFiles | null>(null)
  useTakingDrops(mayAdd)
  const isOver = useDropAnywhere(async (data) => {
    const read = await readDropped(data.items)
    sayUnread(read)
    if (read.files.length > 0) setDropped(read)
  }, mayAdd && !isSheetOpen)
  const addHere = () => {
    if (dropped) onAdd(dropped.files)
    setDropped(null)
  }
  const startNew = () => {
    showSendSheet(true)
    setDropped(null)
    if (dropped) void onSendNew(dropped)
  }
  return (
    <>
      {isOver && (
        <div className={sendSheetStyles.sendVeil} role="status">
          <Icon name="add" size={40} />
          {words.dropHere}
        </div>
      )}
      <Dialog opened={dropped !== null} onClose={() => setDropped(null)} size={460} centered>
        <DialogContent
          label={words.dropTitle(dropped?.files.length ?? 0)}
          className={confirmDialogStyles.confirmContent}
          bodyClassName={confirmDialogStyles.confirm}
        >
          <h2>{words.dropTitle(dropped?.files.length ?? 0)}</h2>
          <p className={textStyles.soft}>{someNames(dropped)}</p>
          <p className={textStyles.soft}>{words.dropText}</p>
          <div className={`${partsStyles.answers} ${layoutStyles.above}`}>
            <Button onClick={addHere} data-autofocus>
              {words.dropAdd}
            </Button>
            <Button variant="default" onClick={startNew}>
              {words.dropNew}
            </Button>
          </div>
          <button
            type="button"
            className={`${textStyles.quietButton} ${recordStyles.recordDropCancel}`}
            onClick={() => setDropped(null)}
          >
            {words.cancel}
          </button>
        </DialogContent>
      </Dialog>
    </>
  )
}

const NAMES_SHOWN = 3

function someNames(read: ReadFiles | null): string {
  const files = read?.files ?? []
  const names = files.slice(0, NAMES_SHOWN).map(({ path }) => path)
  const rest = files.length - names.length
  const list = nameList(names, spokenLanguage())
  return rest > 0 ? `${list} … (+${rest})` : list
}

function sayUnread({ unreadable }: ReadFiles): void {
  if (unreadable.length === 0) return
  const { folderUnread } = transferRecordWords[spokenLanguage()]
  notify({ title: folderUnread, text: nameList(unreadable.slice(0, 3), spokenLanguage()), tone: 'warning' })
}
