import { fileLabel } from '@waybill/contract/core/names'
import { formatBytes } from '@waybill/contract/core/sizes'
import { type ReactNode, useMemo, useState } from 'react'
import contentsStyles from '../../served-page/contents.module.css'
import { useLanguage, useWords } from '../../words/language.tsx'
import textStyles from '../styles/text.module.css'
import styles from './file-list.module.css'
import { buildFileTree, type Folder, type ListedFile, nameOf } from './file-tree.ts'
import { filesWords } from './words/files-words.ts'

/** More rows than these appear on a click, so that thousands of files never block the page. */
const FIRST_ROWS = 100

interface FileListProps<File extends ListedFile> {
  files: readonly File[]
  /** The control at a file's end, after its size: a remove or download button. */
  fileEnd?: ((file: File) => ReactNode) | undefined
  folderEnd?: ((folder: Folder<File>) => ReactNode) | undefined
  /** Replaces the file's name; the name itself where this is missing. */
  fileName?: ((file: File, name: string) => ReactNode) | undefined
}

/** Files with their kind and size; folders open to show their contents, even without scripts. */
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
    <ul className={styles.files}>
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
        <li className={contentsStyles.fileRow}>
          <button type="button" className={textStyles.quietButton} onClick={() => setWhole(true)}>
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
    <div className={contentsStyles.fileRow}>
      <TypeBox>{fileLabel(file.path)}</TypeBox>
      <span className={styles.fileName}>{ends.fileName?.(file, name) ?? name}</span>
      <span className={`${styles.fileSize} ${textStyles.mono}`}>{formatBytes(file.bytes, language)}</span>
      {ends.fileEnd && <span className={styles.fileEnd}>{ends.fileEnd(file)}</span>}
    </div>
  )
}

/** A native disclosure: opens without scripts, and by keyboard. */
function FolderRow<File extends ListedFile>({ folder, ends }: { folder: Folder<File>; ends: Ends<File> }) {
  const { language } = useLanguage()
  const words = useWords(filesWords)
  const end = ends.folderEnd?.(folder)
  return (
    <div className={styles.folder} data-end={end ? true : undefined}>
      <details>
        <summary className={contentsStyles.fileRow}>
          <TypeBox>DIR</TypeBox>
          <span className={styles.fileName}>
            {folder.name}
            <span className={textStyles.soft}> / {words.fileCount(folder.fileCount)}</span>
          </span>
          <span className={`${styles.fileSize} ${textStyles.mono}`}>{formatBytes(folder.bytes, language)}</span>
        </summary>
        <FolderRows folder={folder} ends={ends} />
      </details>
      {end && <span className={styles.folderEnd}>{end}</span>}
    </div>
  )
}

/** The small label of a file's kind. */
export function TypeBox({ children }: { children: string }) {
  return (
    <span className={`${styles.typeBox} ${textStyles.mono}`} aria-hidden="true">
      {children}
    </span>
  )
}
