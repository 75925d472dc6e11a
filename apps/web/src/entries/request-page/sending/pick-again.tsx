import { formatBytes } from '@waybill/contract/core/sizes'
import { plainBytesOf } from '@waybill/contract/requests/sealed-form'
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { Mismatch } from '@waybill/uploader/files/match-files'
import { readPicked } from '@waybill/uploader/files/read-entries'
import type { SourceFile } from '@waybill/uploader/upload'
import { useState } from 'react'
import { KeptPick } from '../../../shared/recording/kept-pick.tsx'
import downloadStyles from '../../../shared/served-page/download.module.css'
import { nameOf } from '../../../shared/ui/files/file-tree.ts'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import answerStyles from '../answer.module.css'
import { failureWords } from '../failure-words.ts'
import itemsStyles from '../items/items.module.css'
import { useSessionState, useSubmissionSession } from '../submission-session.tsx'
import { NotHere } from './not-here.tsx'
import { takeUpWith } from './take-up-submission.ts'
import { answeringWords } from './words/answering-words.ts'

const NAMES_SHOWN = 5

/**
 * Takes the files of an unfinished submission again, in as many picks as it needs, and explains what does not match.
 */
export function PickAgain({ plan }: { plan: UploadPlan }) {
  const { language } = useLanguage()
  const words = useWords(answeringWords)
  const { mismatches, isGone, failure, isBusy, pick } = usePicked(plan)
  const isSealed = useSessionState(({ request }) => request.sealing !== null)
  const held = plan.blobs.reduce((sum, { have }) => sum + have.reduce((inner, [, bytes]) => inner + bytes, 0), 0)
  const all = plan.files.reduce((sum, { bytes }) => sum + bytes, 0)
  const rest = plan.files.length - NAMES_SHOWN
  const hasFolders = plan.files.some(({ path }) => path.includes('/'))
  const sizeHere = (bytes: number) => (isSealed ? plainBytesOf(bytes) : null) ?? bytes
  if (isGone) return <NotHere />
  return (
    <div className={answerStyles.pickAgain}>
      <p>{words.arrivedSoFar(formatBytes(held, language), formatBytes(all, language))}</p>
      <p className={textStyles.soft}>{words.pickHint}</p>
      <ul>
        {plan.files.slice(0, NAMES_SHOWN).map(({ id, path, bytes }) => (
          <li key={id}>
            <bdi>{path}</bdi>{' '}
            <span className={`${textStyles.soft} ${textStyles.mono}`}>{formatBytes(sizeHere(bytes), language)}</span>
          </li>
        ))}
        {rest > 0 && <li className={textStyles.soft}>+ {rest}</li>}
      </ul>
      <div role="alert" className={downloadStyles.takeFailed}>
        {mismatches.slice(0, NAMES_SHOWN).map(({ path, reason }) => (
          <p key={path}>{words.mismatch[reason](nameOf(path))}</p>
        ))}
        {failure !== null && <p>{failureWords(language, failure)}</p>}
      </div>
      <div className={itemsStyles.itemPicks}>
        <PickButton label={words.pickAgain} isBusy={isBusy} onPick={pick} />
        {hasFolders && <PickButton label={words.pickFolder} isBusy={isBusy} onPick={pick} isFolder />}
        <KeptPick files={plan.files} onPick={pick} />
      </div>
    </div>
  )
}

function usePicked(plan: UploadPlan) {
  const session = useSubmissionSession()
  const [picked, setPicked] = useState<readonly SourceFile[]>([])
  const [mismatches, setMismatches] = useState<readonly Mismatch[]>([])
  const [isGone, setGone] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const pick = async (list: Iterable<File>) => {
    const { files } = readPicked(list)
    if (files.length === 0) return
    // A later pick replaces an earlier one with the same path.
    const paths = new Set(files.map(({ path }) => path))
    const all = [...picked.filter(({ path }) => !paths.has(path)), ...files]
    setPicked(all)
    setBusy(true)
    setFailure(null)
    try {
      const found = await takeUpWith(session, plan, all)
      setMismatches(found.is === 'mismatch' ? found.mismatches : [])
      setGone(found.is === 'not-here')
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { mismatches, isGone, failure, isBusy, pick }
}

interface PickButtonProps {
  label: string
  isBusy: boolean
  isFolder?: boolean
  onPick: (list: Iterable<File>) => Promise<void>
}

function PickButton({ label, isBusy, isFolder = false, onPick }: PickButtonProps) {
  const folderOnly = isFolder ? { webkitdirectory: '' } : {}
  return (
    <span className={itemsStyles.itemPick} aria-busy={isBusy}>
      <input
        type="file"
        multiple
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = ''
          void onPick(files)
        }}
        {...folderOnly}
      />
      <span className={itemsStyles.itemPickFace} aria-hidden="true">
        <Icon name="add" size={20} />
        {label}
      </span>
    </span>
  )
}
