import { type ChangeEvent, useRef } from 'react'
import { Icon } from '../../shared/ui/marks/icons.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useDropAnywhere } from '../../shared/upload/use-drop-anywhere.ts'
import receiptCheckStyles from './receipt-check.module.css'

interface DropBoxProps {
  choose: string
  hint: string
  dropNow: string
  isMultiple?: boolean
  onFiles: (files: File[]) => void
}

/** Takes files for checking here: chosen, or dropped anywhere on the page. */
export function DropBox({ choose, hint, dropNow, isMultiple = false, onFiles }: DropBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const give = (files: File[]) => files.length > 0 && onFiles(files)
  const isOver = useDropAnywhere((data) => void give([...data.files]))
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const picked = [...(event.currentTarget.files ?? [])]
    event.currentTarget.value = ''
    give(picked)
  }
  return (
    <div className={`${layoutStyles.dropArea} ${receiptCheckStyles.receiptDrop}`} data-over={isOver || undefined}>
      <Icon name="add" size={26} />
      <div>
        <button type="button" className={textStyles.quietButton} onClick={() => input.current?.click()}>
          {choose}
        </button>
        <p className={textStyles.soft} role="status" data-hint={!isOver || undefined}>
          {isOver ? dropNow : hint}
        </p>
      </div>
      <input ref={input} type="file" hidden multiple={isMultiple} tabIndex={-1} aria-label={choose} onChange={pick} />
    </div>
  )
}
