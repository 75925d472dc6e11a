import { Link } from '@tanstack/react-router'
import { fileLabel } from '@waybill/contract/core/names'
import { formatBytes } from '@waybill/contract/core/sizes'
import type { LibraryFile } from '@waybill/contract/library/endpoints'
import { formatDay } from '../../shared/time/moment.ts'
import { Icon } from '../../shared/ui/marks/icons.tsx'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import { libraryWords } from './words/library-words.ts'

interface FileCardProps {
  file: LibraryFile
  isSelected: boolean
  onToggle: (isRange: boolean) => void
}

/** One file: what it looks like, whose it is, and where it is used. */
export function FileCard({ file, isSelected, onToggle }: FileCardProps) {
  const words = useWords(libraryWords)
  const { language } = useLanguage()
  const day = formatDay(file.at, 'local', language)
  return (
    <li className="file-card" data-selected={isSelected || undefined}>
      <label className="file-card-face">
        <input
          type="checkbox"
          checked={isSelected}
          aria-label={words.select(file.fileName)}
          onChange={(event) => onToggle((event.nativeEvent as MouseEvent).shiftKey === true)}
        />
        <Face file={file} />
      </label>
      <p className="file-card-name">
        {file.folder && <span className="soft">{file.folder}/</span>}
        {file.fileName}
      </p>
      {file.isSealed && (
        <p className="file-card-sealed">
          <Icon name="lock" size={14} /> {words.sealed}
        </p>
      )}
      <p className="soft">
        <span className="mono">{formatBytes(file.bytes, language)}</span> ·{' '}
        {file.from ? words.from(file.from) : words.sentOn(day)}
      </p>
      <p className="soft file-card-uses">
        {file.uses.slice(0, 3).map(({ slug }) => (
          <Link key={slug} to="/dash/transfers/$slug" params={{ slug }} className="mono">
            {slug}
          </Link>
        ))}
        {file.uses.length > 3 && <span>{words.more(file.uses.length - 3)}</span>}
        {file.uses.length === 0 && !file.from && words.unused}
      </p>
    </li>
  )
}

function Face({ file: { thumbnail, fileName } }: { file: LibraryFile }) {
  if (thumbnail !== null && thumbnail !== 'pending') return <img src={thumbnail} alt="" loading="lazy" />
  return (
    <span className="file-card-type mono" data-waiting={thumbnail === 'pending' || undefined} aria-hidden="true">
      {fileLabel(fileName)}
    </span>
  )
}
