import { Link } from '@tanstack/react-router'
import { fileLabel } from '@waybill/contract/core/names'
import { formatBytes } from '@waybill/contract/core/sizes'
import { openedName } from '@waybill/contract/requests/sealed-form'
import type { RequestRecord } from '@waybill/contract/requests/shapes'
import type { Submission } from '@waybill/contract/requests/submission-endpoints'
import { recordingKind } from '@waybill/contract/transfers/recordings'
import { useState } from 'react'
import { failureSentence } from '../../../../shared/api/problem-words.ts'
import { useAccount } from '../../../../shared/api/session.ts'
import { useMutation } from '../../../../shared/api/use-mutation.ts'
import { fetchFiles } from '../../../../shared/library/fetch-files.ts'
import { OwnRecording } from '../../../../shared/library/own-recording.tsx'
import { placeName } from '../../../../shared/places/place-name.ts'
import { formatExactly } from '../../../../shared/time/ago.ts'
import { formatInstant } from '../../../../shared/time/day-and-time.ts'
import { CopyButton } from '../../../../shared/ui/fields/copy-button.tsx'
import { TypeBox } from '../../../../shared/ui/files/file-list.tsx'
import { Icon } from '../../../../shared/ui/marks/icons.tsx'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { deviceIn } from '../../../../shared/words/device-name.ts'
import { useLanguage, useWords } from '../../../../shared/words/language.tsx'
import { useRequestWords } from '../../request-words.ts'
import { ShownAnswer } from '../../sealed/answers/sealed-answer.tsx'
import { gatherSubmission } from '../../sealed/gather-sealed.ts'
import { useSealed } from '../../sealed/sealed-context.tsx'
import { OpenButton, SealedSums, UnlockButton, useOpeningKeys } from '../../sealed/sealed-file.tsx'
import { sealedRequestsWords } from '../../sealed/words/sealed-requests-words.ts'
import { fetchSubmission, forwardSubmission } from '../record-calls.ts'
import { isThere, whoOf } from '../suppliers/who-of.ts'
import { requestRecordWords } from '../words/request-record-words.ts'
import styles from './record-submission.module.css'
import { useWholeSubmission } from './use-record-inbox.ts'

/** The files that show at once. */
const MOST_SHOWN = 5
const SUM_SHOWN = 8

type SubmissionFile = Submission['files'][number]

interface RecordSubmissionProps {
  record: RequestRecord
  submission: Submission
  /** A link to all about its supplier, unless their panel is open. */
  onOpen?: ((supplier: string) => void) | undefined
  /** Runs before the send form opens. */
  onForward?: (() => void) | undefined
  /** In a list of which several can be chosen; with Shift as far as the last one. */
  isChosen?: boolean
  onToggle?: ((isRange: boolean) => void) | undefined
}

/** One submission: from whom, when, from where, and each of its files. */
export function RecordSubmission({ record, submission: known, onOpen, onForward, ...pick }: RecordSubmissionProps) {
  const words = useRequestWords(requestRecordWords)
  const { language } = useLanguage()
  const [isWhole, setWhole] = useState(false)
  const { submission, isReading, error } = useWholeSubmission(
    known,
    record.slug,
    isWhole && known.files.length < known.fileCount,
  )
  const shown = isWhole ? submission.files : submission.files.slice(0, MOST_SHOWN)
  const isOwn = record.requester._id === useAccount()?._id
  const items = new Map(record.items.map((item) => [item._id, item]))
  return (
    <li className={`${partsStyles.paper} ${styles.submission}`}>
      <SubmissionHead submission={submission} onOpen={onOpen} {...pick} />
      {submission.note !== '' && (
        <blockquote className={`${layoutStyles.large} ${styles.submissionNote}`}>{submission.note}</blockquote>
      )}
      <ul className={layoutStyles.aboveTight}>
        {shown.map((file) => (
          <FileLine key={file._id} file={file} item={items.get(file.item)?.name ?? words.noLonger} isOwn={isOwn} />
        ))}
      </ul>
      {submission.answers.length > 0 && (
        <dl className={`${layoutStyles.stackClose} ${layoutStyles.aboveClose}`}>
          {submission.answers.map(({ item, answer }) => (
            <div key={item}>
              <dt className={textStyles.soft}>{items.get(item)?.name ?? words.noLonger}</dt>
              <dd>
                <ShownAnswer
                  kind={items.get(item)?.kind}
                  answer={answer}
                  supplier={submission.supplier._id}
                  item={item}
                  submission={submission._id}
                />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {error && <p role="alert">{failureSentence(language, error)}</p>}
      <div className={`${layoutStyles.hidesEmpty} ${layoutStyles.large} ${layoutStyles.wrap} ${styles.submissionActs}`}>
        {(!isWhole || isReading) && submission.fileCount > shown.length && (
          <button type="button" className={textStyles.quietButton} aria-busy={isReading} onClick={() => setWhole(true)}>
            {words.showFiles(submission.fileCount)}
          </button>
        )}
        <SubmissionActs submission={submission} isOwn={isOwn} onForward={onForward} />
      </div>
    </li>
  )
}

type HeadProps = Pick<RecordSubmissionProps, 'submission' | 'onOpen' | 'isChosen' | 'onToggle'>

function SubmissionHead({ submission, onOpen, isChosen = false, onToggle }: HeadProps) {
  const words = useRequestWords(requestRecordWords)
  const { language } = useLanguage()
  const { supplier, arrivedAt: at, isLate } = submission
  const said = words.sent(whoOf(supplier) ?? words.someone, submission.fileCount, submission.answers.length)
  const where = [placeName(submission, language), deviceIn(submission.device ?? '', language)].filter(
    (word) => word !== '',
  )
  return (
    <div className={styles.submissionHead}>
      <h3>
        {onToggle && (
          <input
            type="checkbox"
            checked={isChosen}
            onChange={(event) => onToggle((event.nativeEvent as MouseEvent).shiftKey === true)}
            aria-label={words.select(said)}
          />
        )}{' '}
        {onOpen ? (
          <button
            type="button"
            className={`${partsStyles.titleLink} submission-who`}
            onClick={() => onOpen(supplier._id)}
          >
            {said}
          </button>
        ) : (
          said
        )}
      </h3>
      <p className={textStyles.soft}>
        <time dateTime={at} title={formatExactly(at, language)}>
          {formatInstant(at, language)}
        </time>
        {[...where, ...(submission.fileCount > 0 ? [formatBytes(submission.bytes, language)] : [])].map(
          (word) => ` · ${word}`,
        )}
        {isLate && (
          <>
            {' · '}
            <span className={`${layoutStyles.bad} ${layoutStyles.strong}`}>{words.sentLate}</span>
          </>
        )}
      </p>
    </div>
  )
}

/** Without the folders that the supplier sent. */
const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

function FileLine({ file, item, isOwn }: FileActsProps & { item: string }) {
  const words = useRequestWords(requestRecordWords)
  const { language } = useLanguage()
  const became = file.isDeleted
    ? words.isDeleted
    : file.isWithdrawn
      ? words.isWithdrawn
      : file.isSentBack
        ? words.isSentBack
        : null
  const { sealed } = file
  const name = sealed ? openedName(file.fileName) : file.fileName
  const isPlayable = isThere(file) && !sealed && recordingKind(baseName(name)) !== null
  return (
    <li
      className={`${isPlayable ? layoutStyles.row : ''} ${layoutStyles.ruled} ${styles.submissionFile}`}
      data-gone={!isThere(file) || undefined}
      data-sealed={sealed ? '' : undefined}
    >
      <TypeBox>{fileLabel(name)}</TypeBox>
      <div className={`${layoutStyles.large} ${styles.submissionFileName}`}>
        <span>{name}</span>
        <p className={textStyles.soft}>
          {item} · <span className={textStyles.mono}>{formatBytes(sealed?.bytes ?? file.bytes, language)}</span>
          {became !== null && <span className={`${layoutStyles.warned} ${layoutStyles.strong}`}> · {became}</span>}
          {file.originalName !== name && ` · ${words.originally(file.originalName)}`}
        </p>
      </div>
      {sealed ? <SealedSums file={file} /> : <FileSum file={file} />}
      {isThere(file) && <FileActs file={file} isOwn={isOwn} />}
      {isThere(file) && <OpenButton file={file} />}
      {isPlayable && <OwnRecording id={file._id} name={baseName(name)} />}
    </li>
  )
}

function FileSum({ file: { sha256 } }: { file: SubmissionFile }) {
  const words = useRequestWords(requestRecordWords)
  if (sha256 === null)
    return (
      <span className={`${textStyles.soft} ${layoutStyles.tiny} ${styles.submissionFileSumming}`}>{words.summing}</span>
    )
  return (
    <CopyButton text={sha256} label={words.sum} done={words.sumCopied}>
      {sha256.slice(0, SUM_SHOWN)}
    </CopyButton>
  )
}

interface FileActsProps {
  file: SubmissionFile
  /** It is in the account's own library, from which it can be forwarded. */
  isOwn: boolean
}

function FileActs({ file, isOwn }: FileActsProps) {
  const words = useRequestWords(requestRecordWords)
  const isUnlocked = useOpeningKeys() !== null
  const name = baseName(file.fileName)
  return (
    <span className={styles.submissionFileActs}>
      {isOwn && (
        <Link
          to="/dash/library"
          search={{ kind: 'received', q: name }}
          className={partsStyles.iconButton}
          aria-label={`${words.inLibrary}: ${name}`}
          title={words.inLibrary}
        >
          <Icon name="library" size={18} />
        </Link>
      )}
      {file.sealed && !isUnlocked && <UnlockButton file={file} />}
      {!file.sealed && (
        <button
          type="button"
          className={partsStyles.iconButton}
          aria-label={`${words.download}: ${name}`}
          title={words.download}
          onClick={() => void fetchFiles([file._id])}
        >
          <Icon name="download" size={18} />
        </button>
      )}
    </span>
  )
}

type SubmissionActsProps = Pick<RecordSubmissionProps, 'submission' | 'onForward'> & Pick<FileActsProps, 'isOwn'>

/** All files, where the list shows only some; sealed files ask first. */
function SubmissionActs({ submission, isOwn, onForward }: SubmissionActsProps) {
  const words = useRequestWords(requestRecordWords)
  const { openThese } = useWords(sealedRequestsWords)
  const sealed = useSealed()
  const { isBusy, save } = useMutation()
  if (!submission.files.some(isThere)) return null
  const forward = () => void save(() => forwardSubmission(submission, onForward))
  const open = () =>
    sealed?.ask({
      is: 'save',
      key: submission._id,
      gather: () => gatherSubmission(submission),
      fetchArchive: () => fetchSubmission(submission),
    })
  return (
    <>
      {submission.fileCount > 1 && (
        <button
          type="button"
          className={textStyles.quietButton}
          disabled={isBusy}
          onClick={() => (sealed ? open() : void save(() => fetchSubmission(submission)))}
        >
          {sealed ? openThese : words.downloadAll}
        </button>
      )}
      {isOwn && (
        <button
          type="button"
          className={textStyles.quietButton}
          disabled={isBusy}
          onClick={() => (sealed ? sealed.ask({ is: 'forward', count: submission.fileCount, go: forward }) : forward())}
        >
          {words.forward}
        </button>
      )}
    </>
  )
}
