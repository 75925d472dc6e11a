import { fileLabel } from '@waybill/contract/core/names'
import { formatBytes } from '@waybill/contract/core/sizes'
import { useState } from 'react'
import contentsStyles from '../../../shared/served-page/contents.module.css'
import fileListStyles from '../../../shared/ui/files/file-list.module.css'
import { TypeBox } from '../../../shared/ui/files/file-list.tsx'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { type ChosenFile, useSubmissionSession } from '../submission-session.tsx'
import { answerWords } from '../words/answer-words.ts'
import { removeChosen } from './add-chosen.ts'
import itemsStyles from './items.module.css'
import type { FileFinding } from './judge-chosen.ts'

/** More rows than these appear on a click, so that hundreds of files never block a phone. */
const FIRST_ROWS = 40

interface ChosenFilesProps {
  chosen: readonly ChosenFile[]
  findings: ReadonlyMap<string, FileFinding>
  /** The id of the heading that names the list. */
  labelledBy: string
}

/** The chosen files of an item; one that cannot be sent says why, and stays until it is removed. */
export function ChosenFiles({ chosen, findings, labelledBy }: ChosenFilesProps) {
  const words = useWords(answerWords)
  const [isWhole, setWhole] = useState(false)
  const [said, setSaid] = useState('')
  // Refused files come first where the list is cut.
  const ordered = [...chosen.filter(({ id }) => findings.has(id)), ...chosen.filter(({ id }) => !findings.has(id))]
  const shown = isWhole || chosen.length <= FIRST_ROWS ? chosen : ordered.slice(0, FIRST_ROWS)
  return (
    <>
      {chosen.length > 0 && (
        <ul className={`${fileListStyles.files} ${itemsStyles.chosen}`} aria-labelledby={labelledBy}>
          {shown.map((file) => (
            <ChosenRow key={file.id} file={file} finding={findings.get(file.id)} onRemoved={setSaid} />
          ))}
        </ul>
      )}
      {shown.length < chosen.length && (
        <button type="button" className={textStyles.quietButton} onClick={() => setWhole(true)}>
          {words.showAll(chosen.length - shown.length)}
        </button>
      )}
      <span role="status" className={textStyles.unseen}>
        {said}
      </span>
    </>
  )
}

interface ChosenRowProps {
  file: ChosenFile
  finding: FileFinding | undefined
  onRemoved: (said: string) => void
}

function ChosenRow({ file, finding, onRemoved }: ChosenRowProps) {
  const session = useSubmissionSession()
  const { language } = useLanguage()
  const words = useWords(answerWords)
  const { path, bytes } = file.source
  const remove = (button: HTMLButtonElement) => {
    const list = button.closest('.item')
    removeChosen(session, file.id)
    onRemoved(words.removed(path))
    // The focused button has just disappeared.
    list?.querySelector<HTMLElement>('.item-pick input')?.focus({ preventScroll: true })
  }
  return (
    <li className={contentsStyles.fileRow} data-refused={finding !== undefined || undefined}>
      <TypeBox>{fileLabel(path)}</TypeBox>
      <span className={fileListStyles.fileName}>
        <bdi>{path}</bdi>
        {finding && (
          <span className={contentsStyles.fileNote} role="alert">
            {words.notSent} {whyNot(finding, words, language)}
          </span>
        )}
      </span>
      <span className={`${fileListStyles.fileSize} ${textStyles.mono}`}>{formatBytes(bytes, language)}</span>
      <button
        type="button"
        className={contentsStyles.fileTake}
        aria-label={words.remove(path)}
        onClick={(event) => remove(event.currentTarget)}
      >
        <Icon name="remove" />
      </button>
    </li>
  )
}

function whyNot({ code, facts }: FileFinding, words: (typeof answerWords)['en'], language: 'en' | 'zh'): string {
  const { finding } = words
  switch (code) {
    case 'type-unwanted':
      return finding[code](words.typesOf(Array.isArray(facts.types) ? facts.types.map(String) : []))
    case 'file-too-large':
      return finding[code](formatBytes(Number(facts.limitBytes), language))
    case 'item-full':
      return finding[code](Number(facts.limit))
    case 'insecure-file-type':
    case 'disguised':
      return finding[code]
    default:
      return finding.other
  }
}
