import { Link } from '@tanstack/react-router'
import { fileLabel } from '@waybill/contract/core/names'
import { formatBytes } from '@waybill/contract/core/sizes'
import type { LibraryFile } from '@waybill/contract/library/endpoints'
import { useAccount } from '../../shared/api/session.ts'
import { formatDay } from '../../shared/time/moment.ts'
import { Icon } from '../../shared/ui/marks/icons.tsx'
import { Stamp } from '../../shared/ui/marks/stamp.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import fileLibraryStyles from './file-library.module.css'
import { libraryWords } from './words/library-words.ts'

interface FileCardProps {
  file: LibraryFile
  isSelected: boolean
  onToggle: (isRange: boolean) => void
}

/** One file: its picture, its owner, and where it is used. */
export function FileCard({ file, isSelected, onToggle }: FileCardProps) {
  const words = useWords(libraryWords)
  const { language } = useLanguage()
  const day = formatDay(file.at, 'local', language)
  const isOthers = file.owner._id !== useAccount()?._id
  return (
    <li
      className={`${partsStyles.paper} ${layoutStyles.large} ${fileLibraryStyles.fileCard}`}
      data-selected={isSelected || undefined}
    >
      <label className={fileLibraryStyles.fileCardFace}>
        <input
          type="checkbox"
          checked={isSelected}
          aria-label={words.select(file.fileName)}
          onChange={(event) => onToggle((event.nativeEvent as MouseEvent).shiftKey === true)}
        />
        <Face file={file} />
      </label>
      <p className={`${layoutStyles.firm} ${fileLibraryStyles.fileCardName}`}>
        {file.folder && <span className={`${textStyles.soft} ${layoutStyles.small}`}>{file.folder}/</span>}
        {file.fileName}
      </p>
      {file.scan === 'infected' && (
        <p>
          <Stamp ink="stamp" isSmall>
            {words.infected}
          </Stamp>
        </p>
      )}
      {file.isSealed && (
        <p
          className={`${layoutStyles.good} ${layoutStyles.small} ${layoutStyles.firm} ${fileLibraryStyles.fileCardSealed}`}
        >
          <Icon name="lock" size={14} /> {words.sealed}
        </p>
      )}
      <p className={`${textStyles.soft} ${layoutStyles.small}`}>
        <span className={textStyles.mono}>{formatBytes(file.bytes, language)}</span> ·{' '}
        {file.from ? words.from(file.from) : words.sentOn(day)}
        {isOthers && ` · ${words.of(file.owner.fullName || file.owner.email)}`}
        {file.scan !== 'infected' && ` · ${file.scan === 'clean' ? words.scanned : words.notScanned}`}
      </p>
      <p className={`${textStyles.soft} ${layoutStyles.small} ${layoutStyles.wrap} ${fileLibraryStyles.fileCardUses}`}>
        {file.uses.slice(0, 3).map(({ slug }) => (
          <Link key={slug} to="/dash/transfers/$slug" params={{ slug }} className={textStyles.mono}>
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
    <span
      className={`${textStyles.soft} ${layoutStyles.small} ${fileLibraryStyles.fileCardType} ${textStyles.mono}`}
      data-waiting={thumbnail === 'pending' || undefined}
      aria-hidden="true"
    >
      {fileLabel(fileName)}
    </span>
  )
}
