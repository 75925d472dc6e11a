import { fileLabel } from '@waybill/contract/core/names'
import { formatBytes } from '@waybill/contract/core/sizes'
import { type ReactNode, useMemo, useState } from 'react'
import { useLanguage, useWords } from '../../words/language.tsx'
import { buildFileTree, type Folder, type ListedFile, nameOf } from './file-tree.ts'
import { filesWords } from './words/files-words.ts'
import './file-list.css'

/** Rows beyond these wait for a press, so that thousands of files never hang the page. */
const FIRST_ROWS = 100

interface FileListProps<File extends ListedFile> {
  files: readonly File[]
  /** What stands at a file's end, after its size: a way to remove or to download it. */
  fileEnd?: ((file: File) => ReactNode) | undefined
  folderEnd?: ((folder: Folder<File>) => ReactNode) | undefined
  /** Stands in place of the file's name; the name itself where this is missing. */
  fileName?: ((file: File, name: string) => ReactNode) | undefined
}

/** Files with their kind and size; folders open to show what they hold, also with scripts off. */
export function FileList<File extends ListedFile>({ files, ...ends }: FileListProps<File>) {
  const tree = useMemo(() => buildFileTree(files), [files])
  return <FolderRows folder={tree} ends={ends} />
}

type Ends<File extends ListedFile> = Omit<FileListProps<File>, 'files'>

function FolderRows<File extends ListedFile>({ folder, ends }: { folder: Folder<File>; ends: Ends<File> }) {
  const words = useWords(filesWords)
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? folder.files : folder.files.slice(0, FIRST_ROWS)
  const hiddenCount = folder.files.length - shown.length
  return (
    <ul className="files">
      {folder.folders.map((child) => (
        <li key={child.path}>
          <FolderRow folder={child} ends={ends} />
        </li>
      ))}
      {shown.map((file) => (
        <li key={file.id}>
          <FileRow file={file} ends={ends} />
        </li>
      ))}
      {hiddenCount > 0 && (
        <li className="file-row">
          <button type="button" className="quiet-button" onClick={() => setWhole(true)}>
            {words.showMore(hiddenCount)}
          </button>
        </li>
      )}
    </ul>
  )
}

function FileRow<File extends ListedFile>({ file, ends }: { file: File; ends: Ends<File> }) {
  const { language } = useLanguage()
  const name = nameOf(file.path)
  return (
    <div className="file-row">
      <TypeBox>{fileLabel(file.path)}</TypeBox>
      <span className="file-name">{ends.fileName?.(file, name) ?? name}</span>
      <span className="file-size mono">{formatBytes(file.bytes, language)}</span>
      {ends.fileEnd && <span className="file-end">{ends.fileEnd(file)}</span>}
    </div>
  )
}

/** A native disclosure: opens without scripts, and by keyboard. */
function FolderRow<File extends ListedFile>({ folder, ends }: { folder: Folder<File>; ends: Ends<File> }) {
  const { language } = useLanguage()
  const words = useWords(filesWords)
  const end = ends.folderEnd?.(folder)
  return (
    <div className="folder" data-end={end ? true : undefined}>
      <details>
        <summary className="file-row">
          <TypeBox>DIR</TypeBox>
          <span className="file-name">
            {folder.name}
            <span className="soft"> / {words.fileCount(folder.fileCount)}</span>
          </span>
          <span className="file-size mono">{formatBytes(folder.bytes, language)}</span>
        </summary>
        <FolderRows folder={folder} ends={ends} />
      </details>
      {end && <span className="folder-end">{end}</span>}
    </div>
  )
}

/** The small box that says what kind a file is. */
export function TypeBox({ children }: { children: string }) {
  return (
    <span className="type-box mono" aria-hidden="true">
      {children}
    </span>
  )
}
