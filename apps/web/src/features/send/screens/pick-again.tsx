import { readPicked } from '@waybill/uploader/files/read-entries'
import type { SourceFile } from '@waybill/uploader/upload'
import { type ChangeEvent, useRef, useState } from 'react'
import type { Unfinished } from '../../../shared/drafts/quick-send-state.ts'
import { KeptPick } from '../../../shared/recording/kept-pick.tsx'
import { Button } from '../../../shared/ui/fields/button.ts'
import { nameOf } from '../../../shared/ui/files/file-tree.ts'
import { nameList } from '../../../shared/ui/lists/name-list.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import linesStyles from '../../../shared/ui/styles/lines.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { sendingWords } from '../../../shared/upload/words/sending-words.ts'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { sayFailure } from '../upload/say-send-failure.ts'
import { type Mismatch, resumeWithFiles } from '../upload/take-up.ts'
import unfinishedScreenStyles from './unfinished-screen.module.css'

/** Takes the files of an unfinished upload again, in as many picks as it needs, and explains what does not match. */
export function PickAgainScreen({ unfinished }: { unfinished: Unfinished }) {
  const words = useWords(sendingWords)
  const { mismatches, isBusy, pick } = usePicked(unfinished)
  const hasFolders = unfinished.plan.files.some(({ path }) => path.includes('/'))
  const hasLoose = unfinished.plan.files.some(({ path }) => !path.includes('/'))
  return (
    <div className={`${layoutStyles.stackClose} ${unfinishedScreenStyles.pickAgain}`}>
      <p className={textStyles.soft}>{words.pickHint}</p>
      <MismatchList mismatches={mismatches} />
      {hasLoose && <PickButton label={words.pickFiles} isBusy={isBusy} onPick={pick} />}
      {hasFolders && <PickButton label={words.pickFolder} isBusy={isBusy} onPick={pick} isFolder isSecond={hasLoose} />}
      <KeptPick files={unfinished.plan.files} onPick={pick} />
    </div>
  )
}

function usePicked(unfinished: Unfinished) {
  const [picked, setPicked] = useState<readonly SourceFile[]>([])
  const [mismatches, setMismatches] = useState<readonly Mismatch[]>([])
  const [isBusy, setBusy] = useState(false)
  const pick = async (list: Iterable<File>) => {
    const { files } = readPicked(list)
    if (files.length === 0) return
    // A later pick replaces an earlier one with the same path.
    const paths = new Set(files.map(({ path }) => path))
    const all = [...picked.filter(({ path }) => !paths.has(path)), ...files]
    setPicked(all)
    setBusy(true)
    try {
      setMismatches(await resumeWithFiles(unfinished, all))
    } catch (error) {
      sayFailure(error, false)
    } finally {
      setBusy(false)
    }
  }
  return { mismatches, isBusy, pick }
}

const NAMES_SHOWN = 5

function MismatchList({ mismatches }: { mismatches: readonly Mismatch[] }) {
  const words = useWords(sendingWords)
  const { language } = useLanguage()
  const missing = mismatches.filter(({ reason }) => reason === 'missing').map(({ path }) => nameOf(path))
  const names = nameList(missing.slice(0, NAMES_SHOWN), language)
  const rest = missing.length > NAMES_SHOWN ? ` … (+${missing.length - NAMES_SHOWN})` : ''
  return (
    <div role="alert">
      <ul className={`${layoutStyles.bad} ${layoutStyles.large} ${linesStyles.lines}`}>
        {mismatches
          .slice(0, NAMES_SHOWN)
          .map(({ path, reason }) =>
            reason === 'missing' ? null : <li key={path}>{words.mismatch[reason](nameOf(path))}</li>,
          )}
        {missing.length > 0 && <li>{words.stillMissing(names + rest)}</li>}
      </ul>
    </div>
  )
}

interface PickButtonProps {
  label: string
  isBusy: boolean
  isFolder?: boolean
  /** Below another option: one of them is the main one. */
  isSecond?: boolean
  onPick: (list: Iterable<File>) => Promise<void>
}

function PickButton({ label, isBusy, isFolder = false, isSecond = false, onPick }: PickButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.currentTarget.files ?? [])]
    event.currentTarget.value = ''
    void onPick(files)
  }
  const folderOnly = isFolder ? { webkitdirectory: '' } : {}
  return (
    <>
      <Button
        fullWidth
        variant={isSecond ? 'default' : 'filled'}
        loading={isBusy}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input ref={input} type="file" multiple hidden tabIndex={-1} aria-label={label} onChange={take} {...folderOnly} />
    </>
  )
}
