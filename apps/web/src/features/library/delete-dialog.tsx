import { useQuery } from '@tanstack/react-query'
import type { LibraryFile } from '@waybill/contract/library/endpoints'
import { call } from '../../shared/api/client.ts'
import confirmDialogStyles from '../../shared/ui/dialogs/confirm-dialog.module.css'
import { Dialog, DialogContent } from '../../shared/ui/dialogs/dialog.tsx'
import { Button } from '../../shared/ui/fields/button.ts'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
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
    <Dialog opened onClose={onKeep} size="md" centered>
      <DialogContent
        label={words.deleteTitle(files.length)}
        className={confirmDialogStyles.confirmContent}
        bodyClassName={confirmDialogStyles.confirm}
      >
        <h2>{words.deleteTitle(files.length)}</h2>
        <p className={textStyles.soft}>{uses === undefined ? words.lookingUp : words.deleteText(broken.length)}</p>
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
        <div className={`${partsStyles.answers} ${layoutStyles.above}`}>
          <Button variant="default" onClick={onKeep} data-autofocus>
            {words.keep}
          </Button>
          <Button onClick={onDelete} disabled={uses === undefined}>
            {words.delete}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  )
}
