import { fileLabel, mixesScripts } from '@waybill/contract/core/names'
import { formatBytes } from '@waybill/contract/core/sizes'
import type { ContentsPart } from '@waybill/contract/downloads/endpoints'
import type { ActivePage } from '@waybill/contract/downloads/page-props'
import { previewKindOf } from '@waybill/contract/downloads/previews'
import { recordingKind } from '@waybill/contract/transfers/recordings'
import type { TransferView } from '@waybill/contract/transfers/transfer-view'
import { useMemo } from 'react'
import styles from '../../../shared/served-page/contents.module.css'
import fileListStyles from '../../../shared/ui/files/file-list.module.css'
import { TypeBox } from '../../../shared/ui/files/file-list.tsx'
import { buildFileTree, type Folder, nameOf } from '../../../shared/ui/files/file-tree.ts'
import { RecordingPlayer } from '../../../shared/ui/files/recording-player.tsx'
import { filesWords } from '../../../shared/ui/files/words/files-words.ts'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import type { Arrival } from '../arrival/use-arrival.tsx'
import { downloadWords } from '../words/download-words.ts'

export type ReceivedFile = TransferView['files'][number]

/** Whether there may be something to see of a file. */
export const hasPreview = ({ path, isWithdrawn, arrival }: ReceivedFile): boolean =>
  !isWithdrawn && !arrival && previewKindOf(path) !== null

/** Few enough to show at once, including folders. */
const OPEN_UP_TO = 24

interface ContentsProps {
  /** Those loaded so far. */
  files: readonly ReceivedFile[]
  /** The totals of each folder. */
  folders: ContentsPart['folders']
  /** The number of all files. */
  count: number
  /** The recording that is played, from its granted link. */
  playing: ActivePage['playing']
  /** The path of the thumbnail of each file that has one. */
  thumbnails: ReadonlyMap<string, string>
  /** Opens the preview of a file; null: there are none. */
  onLook: ((file: string) => void) | null
  /** While not every file is there: how far it is. */
  noteOf?: Arrival['noteOf'] | undefined
}

/** The files in their folders, each with a download button: every row is in the HTML, for pages without scripts. */
export function Contents({ files, folders, count, playing, ...looks }: ContentsProps) {
  const tree = useMemo(() => buildFileTree(files, folders), [files, folders])
  return (
    <>
      <TakeIconShape />
      <Rows folder={tree} isOpen={count <= OPEN_UP_TO} isAlone={count === 1} depth={0} playing={playing} {...looks} />
    </>
  )
}

interface RowsProps extends Pick<ContentsProps, 'thumbnails' | 'onLook' | 'noteOf'> {
  folder: Folder<ReceivedFile>
  isOpen: boolean
  isAlone: boolean
  depth: number
  playing?: ActivePage['playing']
}

function Rows({ folder, isOpen, isAlone, depth, playing = null, ...looks }: RowsProps) {
  return (
    <ul className={fileListStyles.files}>
      {folder.folders.map((child) => (
        <li key={child.path}>
          <FolderRow folder={child} isOpen={isOpen} isAlone={isAlone} depth={depth} {...looks} />
        </li>
      ))}
      {folder.files.map((file) => (
        <FileRow
          key={file.id}
          file={file}
          isAlone={isAlone}
          playing={playing?.file === file.id ? playing.url : null}
          thumbnail={looks.thumbnails.get(file.id)}
          onLook={looks.onLook}
          noteOf={looks.noteOf}
        />
      ))}
    </ul>
  )
}

/** A native disclosure. A folder with only one folder inside shares its row: 'a / b / c'. */
function FolderRow({ folder, isOpen, isAlone, depth, ...looks }: RowsProps) {
  const { language } = useLanguage()
  const words = useWords(filesWords)
  const { names, inner } = unwrap(folder)
  return (
    <details className={fileListStyles.folder} open={isOpen} data-deep={depth >= 2 || undefined}>
      <summary className={styles.fileRow}>
        <TypeBox>DIR</TypeBox>
        <span className={fileListStyles.fileName}>
          {names.map((name, index) => (
            <span key={name.path}>
              {index > 0 && ' / '}
              <bdi>{name.name}</bdi>
            </span>
          ))}
          <span className={textStyles.soft}> / {words.fileCount(folder.fileCount)}</span>
        </span>
        <span className={`${fileListStyles.fileSize} ${textStyles.mono}`}>{formatBytes(folder.bytes, language)}</span>
      </summary>
      <Rows folder={inner} isOpen={isOpen} isAlone={isAlone} depth={depth + 1} {...looks} />
    </details>
  )
}

function unwrap(folder: Folder<ReceivedFile>) {
  const names = [folder]
  let inner = folder
  while (inner.files.length === 0 && inner.folders.length === 1 && inner.folders[0]) {
    inner = inner.folders[0]
    names.push(inner)
  }
  return { names, inner }
}

interface FileRowProps {
  file: ReceivedFile
  isAlone: boolean
  /** The link from which it is played, once somebody asks for it. */
  playing: string | null
  thumbnail: string | undefined
  onLook: ContentsProps['onLook']
  noteOf: ContentsProps['noteOf']
}

function FileRow({ file, isAlone, playing, thumbnail, onLook, noteOf }: FileRowProps) {
  const { language } = useLanguage()
  const words = useWords(downloadWords)
  const name = nameOf(file.path)
  // The big button downloads a transfer's only file.
  const isHeld = file.arrival?.isReadable === false
  const canTake = !file.isWithdrawn && !isAlone && !isHeld
  const canPlay = !file.isWithdrawn && !file.arrival && playing === null && recordingKind(file.path) !== null
  const canLook = onLook !== null && hasPreview(file)
  const row = (
    <li className={styles.fileRow} data-withdrawn={file.isWithdrawn || undefined} data-held={isHeld || undefined}>
      {thumbnail === undefined ? (
        <TypeBox>{fileLabel(file.path)}</TypeBox>
      ) : (
        <img
          className={styles.fileThumbnail}
          src={thumbnail}
          alt={words.thumbnailOf(name)}
          width={40}
          height={40}
          loading="lazy"
          decoding="async"
        />
      )}
      <span className={fileListStyles.fileName}>
        {canLook ? (
          <button
            type="button"
            className={styles.fileLook}
            aria-label={words.look(name)}
            onClick={() => onLook?.(file.id)}
          >
            <bdi>{name}</bdi>
          </button>
        ) : (
          <bdi>{name}</bdi>
        )}
        {file.isWithdrawn && (
          <span className={styles.fileNote}>{file.scan === 'infected' ? words.infected : words.withdrawn}</span>
        )}
        {noteOf?.(file)}
        {!file.isWithdrawn && file.isProgram && <span className={styles.fileNote}>{words.program}</span>}
        {mixesScripts(name) && <span className={styles.fileNote}>{words.mixedScripts}</span>}
        {canPlay && (
          <button type="submit" className={`${textStyles.quietButton} ${styles.filePlay}`} name="play" value={file.id}>
            {words.play}
            <span className={textStyles.unseen}> {name}</span>
          </button>
        )}
      </span>
      <span className={`${fileListStyles.fileSize} ${textStyles.mono}`}>{formatBytes(file.bytes, language)}</span>
      {canTake && (
        <button
          type="submit"
          className={styles.fileTake}
          name="files"
          value={file.id}
          aria-label={words.takeFile(name)}
        >
          <svg width="20" height="20" aria-hidden="true">
            <use href={`#${TAKE_ICON}`} />
          </svg>
        </button>
      )}
    </li>
  )
  if (playing === null) return row
  return (
    <>
      {row}
      <li className={styles.filePlayed}>
        <RecordingPlayer path={file.path} url={playing} />
      </li>
    </>
  )
}

const TAKE_ICON = 'take-icon'

/** Drawn once for all rows. */
function TakeIconShape() {
  return (
    <svg className={textStyles.unseen} aria-hidden="true">
      <symbol id={TAKE_ICON} viewBox="0 0 24 24">
        <Icon name="download" size={24} />
      </symbol>
    </svg>
  )
}
