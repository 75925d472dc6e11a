import { formatBytes } from '@waybill/contract/core/sizes'
import { type RecordingKind, recordingKind } from '@waybill/contract/transfers/recordings'
import { useEffect, useState } from 'react'
import { Drawing } from '../ui/marks/icons.tsx'
import layoutStyles from '../ui/styles/layout.module.css'
import textStyles from '../ui/styles/text.module.css'
import { useLanguage, useWords } from '../words/language.tsx'
import { canRecord } from './formats.ts'
import { endsWithSession, type KeptRecording, listKept, readKept, removeKept } from './kept-recordings.ts'
import { RecorderDialog } from './recorder-dialog.tsx'
import styles from './recording.module.css'
import { recordingWords } from './words/recording-words.ts'

interface RecordingLineProps {
  /** What may be recorded here. */
  kinds: readonly RecordingKind[]
  /** Names of recordings that are already in the list of files. */
  taken: readonly string[]
  /** Whether recordings of earlier pages are offered here. */
  offersKept: boolean
  onAdd: (file: File) => void
}

const icons: Record<RecordingKind, string> = {
  memo: 'M12 3.5a2.5 2.5 0 0 0-2.5 2.5v5.5a2.5 2.5 0 0 0 5 0V6A2.5 2.5 0 0 0 12 3.5ZM6.5 11a5.5 5.5 0 0 0 11 0M12 16.5v4',
  video: 'M3.5 7h11.5v10H3.5zM15 10.5l5.5-3v9l-5.5-3',
}

/** The buttons that record, and what was recorded before and not sent. Empty where this browser records nothing. */
export function RecordingLine({ kinds, taken, offersKept, onAdd }: RecordingLineProps) {
  const words = useWords(recordingWords)
  const [open, setOpen] = useState<RecordingKind | null>(null)
  const possible = kinds.filter(canRecord)
  if (possible.length === 0) return null
  return (
    <div className={`${layoutStyles.stackTight} ${layoutStyles.medium}`}>
      <p className={`${layoutStyles.row} ${textStyles.soft}`}>
        {words.record}
        {possible.map((kind) => (
          <button
            key={kind}
            type="button"
            className={textStyles.quietButton}
            aria-haspopup="dialog"
            onClick={() => setOpen(kind)}
          >
            <Drawing path={icons[kind]} size={18} />
            {words.kind[kind]}
          </button>
        ))}
      </p>
      {offersKept && open === null && <KeptList kinds={kinds} taken={taken} onAdd={onAdd} />}
      {open !== null && (
        <RecorderDialog
          kind={open}
          onRecorded={(file) => {
            setOpen(null)
            onAdd(file)
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}

type KeptListProps = Pick<RecordingLineProps, 'kinds' | 'taken' | 'onAdd'>

/** Recordings of a page that was closed or crashed, and those that were left out or removed. */
function KeptList({ kinds, taken, onAdd }: KeptListProps) {
  const words = useWords(recordingWords)
  const { language } = useLanguage()
  const [kept, setKept] = useState<readonly KeptRecording[]>([])
  const [isGone, setGone] = useState(false)
  useEffect(() => void listKept().then(setKept), [])
  const shown = kept.filter(({ name }) => !taken.includes(name))
  if (isGone && shown.length === 0) return <p role="alert">{words.gone}</p>
  if (shown.length === 0) return null
  const drop = (name: string) => setKept((before) => before.filter((one) => one.name !== name))
  const add = async (name: string) => {
    try {
      onAdd(await readKept(name))
    } catch {
      drop(name)
      setGone(true)
    }
  }
  const remove = async (name: string) => {
    drop(name)
    await removeKept([name])
  }
  return (
    <section className={styles.kept} aria-label={words.kept}>
      <h3>{words.kept}</h3>
      <ul>
        {shown.map(({ name, bytes }) => (
          <li key={name} className={layoutStyles.row}>
            <span>
              {name} <span className={textStyles.soft}>{formatBytes(bytes, language)}</span>
            </span>
            {kinds.some((kind) => kind === recordingKind(name)) && (
              <button
                type="button"
                className={textStyles.quietButton}
                aria-label={words.addKept(name)}
                onClick={() => void add(name)}
              >
                {words.addShort}
              </button>
            )}
            <button
              type="button"
              className={textStyles.quietButton}
              aria-label={words.deleteKept(name)}
              onClick={() => void remove(name)}
            >
              {words.deleteShort}
            </button>
          </li>
        ))}
      </ul>
      {isGone && <p role="alert">{words.gone}</p>}
      <p className={textStyles.soft}>{words.keptUntil(endsWithSession())}</p>
    </section>
  )
}
