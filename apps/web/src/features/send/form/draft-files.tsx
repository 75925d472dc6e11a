import { formatBytes } from '@waybill/contract/core/sizes'
import { useMemo } from 'react'
import { change } from '../../../shared/drafts/change-draft.ts'
import { totalBytes } from '../../../shared/drafts/draft.ts'
import { useQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { FileList } from '../../../shared/ui/files/file-list.tsx'
import { filesWords } from '../../../shared/ui/files/words/files-words.ts'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import quickSendStyles from '../screens/quick-send.module.css'
import { quickSendWords } from './words/quick-send-words.ts'

/** The files of the draft, each file and folder with a remove button. */
export function DraftFiles() {
  const words = useWords(quickSendWords)
  const { fileCount } = useWords(filesWords)
  const { language } = useLanguage()
  const picked = useQuickSend((state) => state.draft.files)
  const forwarded = useQuickSend((state) => state.draft.forwarded)
  const files = useMemo(() => [...picked, ...forwarded], [picked, forwarded])
  if (files.length === 0) return null
  const remove = (ids: string[]) => change({ kind: 'remove-files', ids: new Set(ids) })
  return (
    <section className={quickSendStyles.draftFiles} aria-label={words.filesLabel}>
      <div className={quickSendStyles.draftFilesList}>
        <FileList
          files={files}
          fileEnd={(file) => <RemoveButton label={words.remove(file.path)} onPress={() => remove([file.id])} />}
          folderEnd={(folder) => (
            <RemoveButton
              label={words.remove(folder.path)}
              onPress={() => remove(files.filter(({ path }) => path.startsWith(`${folder.path}/`)).map(({ id }) => id))}
            />
          )}
        />
      </div>
      {files.length > 1 && (
        <p className={`${textStyles.soft} ${layoutStyles.small} ${quickSendStyles.draftFilesTotal} ${textStyles.mono}`}>
          {words.total(fileCount(files.length), formatBytes(totalBytes(files), language))}
        </p>
      )}
    </section>
  )
}

function RemoveButton({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <button
      type="button"
      className={`${textStyles.soft} ${quickSendStyles.removeButton}`}
      aria-label={label}
      onClick={onPress}
    >
      <Icon name="remove" size={18} />
    </button>
  )
}
