import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { useQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { nameList } from '../../../shared/ui/lists/name-list.ts'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import { notify } from '../../../shared/ui/page/notices.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useDropAnywhere } from '../../../shared/upload/use-drop-anywhere.ts'
import { spokenLanguage, useWords } from '../../../shared/words/language.tsx'
import quickSendStyles from '../screens/quick-send.module.css'
import { addDropped, addPicked } from './add-files.ts'
import { quickSendWords } from './words/quick-send-words.ts'

/** The box that takes files: picked, picked as a folder, or dropped anywhere on the page. */
export function FileAdder({ takesFocus }: { takesFocus: boolean }) {
  const words = useWords(quickSendWords)
  const hasFiles = useQuickSend((state) => state.draft.files.length > 0)
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const adder = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) adder.current?.focus({ preventScroll: true })
  }, [takesFocus])
  const [isReading, setReading] = useState(false)
  const isOver = useDropAnywhere(async (data) => {
    setReading(true)
    const unread = await addDropped(data).finally(() => setReading(false))
    if (unread.length > 0)
      notify({ title: words.folderUnread, text: nameList(unread.slice(0, 3), spokenLanguage()), tone: 'warning' })
  })
  return (
    <div
      className={`${layoutStyles.dropArea} ${quickSendStyles.fileAdder}`}
      data-over={isOver || undefined}
      data-small={hasFiles || undefined}
    >
      <Icon name="add" size={hasFiles ? 20 : 26} />
      <p className={`${layoutStyles.row} ${layoutStyles.gapLines}`}>
        <button ref={adder} type="button" className={textStyles.quietButton} onClick={() => files.current?.click()}>
          {words.addFiles}
        </button>
        <button type="button" className={textStyles.quietButton} onClick={() => folder.current?.click()}>
          {words.addFolder}
        </button>
        <span
          className={`${textStyles.soft} ${layoutStyles.large} ${layoutStyles.wholeLine} ${quickSendStyles.fileAdderHint}`}
          role="status"
          data-hint={!(isReading || isOver) || undefined}
        >
          {isReading ? words.reading : isOver ? words.dropNow : words.dropHint}
        </span>
      </p>
      <FileInput ref={files} label={words.addFiles} />
      <FileInput ref={folder} label={words.addFolder} isFolder />
      {isOver && <div className={quickSendStyles.dropVeil} aria-hidden="true" />}
    </div>
  )
}

interface FileInputProps {
  ref: React.RefObject<HTMLInputElement | null>
  label: string
  isFolder?: boolean
}

/** Used through its button; outside the tab order so that one control is one stop. */
function FileInput({ ref, label, isFolder = false }: FileInputProps) {
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const picked = [...(event.currentTarget.files ?? [])]
    event.currentTarget.value = ''
    void addPicked(picked)
  }
  const folderOnly = isFolder ? { webkitdirectory: '' } : {}
  return (
    <input ref={ref} type="file" multiple hidden tabIndex={-1} aria-label={label} onChange={take} {...folderOnly} />
  )
}
