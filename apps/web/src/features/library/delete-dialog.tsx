import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { LibraryFile, listFileUses } from '@waybill/contract/library/endpoints'
import { call } from '../../shared/api/client.ts'
import { inBatches } from '../../shared/api/in-batches.ts'
import { ConfirmDialog } from '../../shared/ui/dialogs/confirm-dialog.tsx'
import { ListFailed } from '../../shared/ui/lists/list-failed.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import linesStyles from '../../shared/ui/styles/lines.module.css'
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
  const {
    data: uses,
    error,
    refetch,
  } = useQuery({
    queryKey: ['file-uses', ids],
    queryFn: ({ signal }) => usesOf(ids, signal),
    staleTime: 0,
  })
  const broken = uses?.filter(({ isActive }) => isActive) ?? []
  return (
    <ConfirmDialog
      isOpen
      title={words.deleteTitle(files.length)}
      text={uses ? words.deleteText(broken.length) : error ? '' : words.lookingUp}
      confirmLabel={words.delete}
      keepLabel={words.keep}
      isHeld={uses === undefined}
      onConfirm={onDelete}
      onKeep={onKeep}
    >
      {error && !uses && <ListFailed error={error} again={words.again} onAgain={() => void refetch()} />}
      {broken.length > 0 && (
        <ul className={`${layoutStyles.large} ${linesStyles.lines} ${fileLibraryStyles.libraryBroken}`}>
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

async function usesOf(ids: readonly string[], signal: AbortSignal) {
  const uses: ReplyOf<typeof listFileUses>['uses'] = []
  await inBatches(ids, async (some) => {
    uses.push(...(await call('listFileUses', { body: { ids: some }, signal })).uses)
  })
  return uses
}
