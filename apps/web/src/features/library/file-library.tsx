import { Link } from '@tanstack/react-router'
import type { LibraryFile } from '@waybill/contract/library/endpoints'
import { type ReactNode, useState } from 'react'
import { useAccount } from '../../shared/api/session.ts'
import { type Library, type LibraryKind, useLibrary } from '../../shared/library/use-library.ts'
import { ConfirmDialog } from '../../shared/ui/dialogs/confirm-dialog.tsx'
import { Button } from '../../shared/ui/fields/button.ts'
import { SearchField } from '../../shared/ui/fields/search-field.tsx'
import listStyles from '../../shared/ui/lists/list.module.css'
import { ListFailed } from '../../shared/ui/lists/list-failed.tsx'
import { ListMore } from '../../shared/ui/lists/list-more.tsx'
import { useSelection } from '../../shared/ui/lists/use-selection.ts'
import { Icon } from '../../shared/ui/marks/icons.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { deleteFiles, download, forward } from './file-acts.ts'
import { FileCard } from './file-card.tsx'
import styles from './file-library.module.css'
import { libraryWords } from './words/library-words.ts'

export const kinds = ['all', 'sent', 'received', 'shared'] as const satisfies readonly LibraryKind[]

interface FileLibraryProps {
  kind: LibraryKind
  q: string
  /** As in the address. */
  member?: string | undefined
  /** Whose files: an account of the team, or everyone; null: the account's. */
  whose: string | null
  memberFilter: ReactNode
  onSearch: (q: string) => void
}

/** Every sent or received file, and the team's for its admin and managers: found, forwarded, downloaded, deleted. */
export function FileLibrary({ kind, q, member, whose, memberFilter, onSearch }: FileLibraryProps) {
  const words = useWords(libraryWords)
  const isAlone = (useAccount()?.team.length ?? 0) < 2
  const shown = kinds.filter((one) => one !== 'shared' || !isAlone || kind === 'shared')
  const library = useLibrary(kind, q, whose)
  const selection = useSelection(library.rows)
  const chosen = library.rows.filter(({ _id }) => selection.ids.has(_id))
  return (
    <>
      <div className={`${layoutStyles.row} ${layoutStyles.below} ${styles.libraryTools}`}>
        <nav className={listStyles.listViews} aria-label={words.show}>
          {shown.map((one) => (
            <Link
              key={one}
              to="/dash/library"
              search={{ ...(one === 'all' ? {} : { kind: one }), ...(q ? { q } : {}), ...(member ? { member } : {}) }}
              // Without it every kind would count as the whole library's address.
              activeOptions={{ exact: true }}
              className={listStyles.listView}
              aria-current={one === kind ? 'page' : undefined}
            >
              {words.kinds[one]}
            </Link>
          ))}
        </nav>
        <SearchField label={words.search} q={q} onSearch={onSearch} />
        {memberFilter}
      </div>
      {chosen.length > 0 && <Chosen files={chosen} onDone={selection.clear} />}
      {library.rows.length > 0 ? (
        <ul className={`${layoutStyles.stack} ${styles.fileCards}`} aria-label={words.title}>
          {library.rows.map((file) => (
            <FileCard
              key={`${file._id}/${file.kind}`}
              file={file}
              isSelected={selection.ids.has(file._id)}
              onToggle={(isRange) => selection.toggle(file._id, isRange)}
            />
          ))}
        </ul>
      ) : (
        <Instead library={library} q={q} isShared={kind === 'shared'} />
      )}
      <ListMore list={library} label={words.loadMore} />
    </>
  )
}

function Chosen({ files, onDone }: { files: readonly LibraryFile[]; onDone: () => void }) {
  const words = useWords(libraryWords)
  const [asked, setAsked] = useState<'delete' | 'forward' | null>(null)
  const account = useAccount()
  const areOwn = files.every(({ owner }) => owner._id === account?._id)
  // Managers read what others have; only the admin deletes it.
  const mayDelete = files.every(({ kind }) => kind === 'sent') && (areOwn || account?.memberRole === 'admin')
  const sealedCount = files.filter(({ isSealed }) => isSealed).length
  const remove = () => {
    setAsked(null)
    void deleteFiles(files).then((isGone) => isGone && onDone())
  }
  const sendOn = () => {
    setAsked(null)
    forward(files)
  }
  return (
    <section
      className={`${layoutStyles.row} ${partsStyles.frameStrong} ${listStyles.selectionBar}`}
      aria-label={words.selected(files.length)}
    >
      <strong role="status">{words.selected(files.length)}</strong>
      <button type="button" className={textStyles.quietButton} onClick={onDone}>
        {words.clear}
      </button>
      <span className={`${layoutStyles.wrap} ${layoutStyles.gapTight} ${listStyles.selectionBarActs}`}>
        {areOwn && (
          <Button
            variant="default"
            leftSection={<Icon name="mail" />}
            onClick={() => (sealedCount > 0 ? setAsked('forward') : forward(files))}
          >
            {words.forward}
          </Button>
        )}
        <Button variant="default" leftSection={<Icon name="download" />} onClick={() => void download(files)}>
          {words.download}
        </Button>
        {mayDelete && (
          <Button variant="default" leftSection={<Icon name="bin" />} onClick={() => setAsked('delete')}>
            {words.delete}
          </Button>
        )}
      </span>
      {sealedCount > 0 && (
        <p className={`${layoutStyles.large} ${layoutStyles.wholeLine}`}>{words.sealedNote(sealedCount)}</p>
      )}
      {asked === 'delete' && <DeleteDialog files={files} onDelete={remove} onKeep={() => setAsked(null)} />}
      <ForwardSealed
        isOpen={asked === 'forward'}
        count={sealedCount}
        onForward={sendOn}
        onKeep={() => setAsked(null)}
      />
    </section>
  )
}

interface ForwardSealedProps {
  isOpen: boolean
  count: number
  onForward: () => void
  onKeep: () => void
}

/** Warns first that recipients of a sealed file cannot open it. */
function ForwardSealed({ isOpen, count, onForward, onKeep }: ForwardSealedProps) {
  const words = useWords(libraryWords)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={words.forwardTitle}
      text={words.forwardText(count)}
      confirmLabel={words.forwardSealed}
      keepLabel={words.keep}
      onConfirm={onForward}
      onKeep={onKeep}
    />
  )
}

function Instead({ library, q, isShared }: { library: Library; q: string; isShared: boolean }) {
  const words = useWords(libraryWords)
  if (library.error) return <ListFailed error={library.error} again={words.again} onAgain={library.retry} />
  if (library.isLoading) return <div className={partsStyles.waiting} role="status" aria-label={words.loading} />
  if (q) return <p className={`${listStyles.listInstead} ${textStyles.soft}`}>{words.nothingFound(q)}</p>
  return (
    <div className={listStyles.listInstead}>
      <h2>{words.emptyTitle}</h2>
      <p className={textStyles.soft}>{isShared ? words.sharedEmpty : words.emptyText}</p>
    </div>
  )
}
