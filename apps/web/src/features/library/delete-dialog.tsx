import { useQuery } from '@tanstack/react-query'
import type { LibraryFile } from '@waybill/contract/library/endpoints'
import { call } from '../../shared/api/client.ts'
import { ConfirmDialog } from '../../shared/ui/dialogs/confirm-dialog.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import fileLibraryStyles from './file-library.module.css'
import { libraryWords } from './words/library-words.ts'

interface DeleteDialogProps {
  files: readonly LibraryFile[]
  onDelete: () => void
  onKeep: () => void
}

/** Says first what deleting breaks: every transfer that contains the files, and how many people it affects. */
export function DeleteDialog({ files, onDelete, onKeep }: DeleteDialogProps) {
  const words = useWords(libraryWords)
  const ids = files.map(({ _id }) => _id)
  const uses = useQuery({
    queryKey: ['file-uses', ids],
    queryFn: ({ signal }) => call('listFileUses', { body: { ids }, signal }),
    staleTime: 0,
  }).data?.uses
  const broken = uses?.filter(({ isActive }) => isActive) ?? []
  return (
    <ConfirmDialog
      isOpen
      title={words.deleteTitle(files.length)}
      text={uses === undefined ? words.lookingUp : words.deleteText(broken.length)}
      confirmLabel={words.delete}
      keepLabel={words.keep}
      isHeld={uses === undefined}
      onConfirm={onDelete}
      onKeep={onKeep}
    >
      {broken.length > 0 && (
        <ul className={`${layoutStyles.large} ${fileLibraryStyles.libraryBroken}`}>
          {broken.map(({ transfer, slug, fileName, recipientCount }) => (
            <li key={`${transfer}/${fileName}`}>
              <span className={textStyles.mono}>{slug}</span> {fileName}{' '}
              <span className={textStyles.soft}>{words.people(recipientCount)}</span>
            </li>
          ))}
        </ul>
      )}
    </ConfirmDialog>
  )
}
