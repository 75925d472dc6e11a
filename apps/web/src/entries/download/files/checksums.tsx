import contentsStyles from '../../../shared/served-page/contents.module.css'
import { PlainCopyButton } from '../../../shared/served-page/copy-button.tsx'
import { nameOf } from '../../../shared/ui/files/file-tree.ts'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { downloadWords } from '../words/download-words.ts'
import type { ReceivedFile } from './contents.tsx'

/** More rows than these would weigh more than the page: they come as one text, the same that "copy all" gives. */
const MOST_ROWS = 60

/** In the format that `sha256sum --check` reads. */
const listOf = (files: readonly ReceivedFile[]) => files.map(({ sha256, path }) => `${sha256}  ${path}\n`).join('')

/** The files' SHA-256 on demand: selectable without scripts, copied with them. */
export function Checksums({ files, onOpen }: { files: readonly ReceivedFile[]; onOpen: () => void }) {
  const words = useWords(downloadWords)
  const kept = files.filter((file) => !file.isWithdrawn)
  const known = kept.filter((file) => file.sha256 !== null)
  if (kept.length === 0) return null
  const list = () => listOf(known)
  return (
    <details className={contentsStyles.checksums} onToggle={onOpen}>
      <summary>{words.checksums}</summary>
      {kept.length <= MOST_ROWS && <ChecksumRows files={kept} />}
      {kept.length > MOST_ROWS && <pre className={textStyles.mono}>{list()}</pre>}
      {kept.length > MOST_ROWS && known.length < kept.length && (
        <p className={textStyles.soft}>{words.checksumsPending(kept.length - known.length)}</p>
      )}
      {known.length > 1 && <PlainCopyButton text={list}>{words.copyChecksums}</PlainCopyButton>}
    </details>
  )
}

function ChecksumRows({ files }: { files: readonly ReceivedFile[] }) {
  const words = useWords(downloadWords)
  return (
    <ul>
      {files.map((file) => (
        <li key={file.id}>
          <bdi>{file.path}</bdi>
          {file.sha256 === null ? (
            <span className={textStyles.soft}>{words.checksumPending}</span>
          ) : (
            <Checksum name={nameOf(file.path)} sha256={file.sha256} />
          )}
        </li>
      ))}
    </ul>
  )
}

function Checksum({ name, sha256 }: { name: string; sha256: string }) {
  const words = useWords(downloadWords)
  return (
    <span className={contentsStyles.checksum}>
      <code className={textStyles.mono}>{sha256}</code>
      <PlainCopyButton text={() => sha256} label={words.copyChecksum(name)}>
        {words.copy}
      </PlainCopyButton>
    </span>
  )
}
