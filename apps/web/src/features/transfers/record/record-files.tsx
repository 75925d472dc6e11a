import { fileLabel } from '@waybill/contract/core/names'
import { formatBytes } from '@waybill/contract/core/sizes'
import type { TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import { recordingKind } from '@waybill/contract/transfers/recordings'
import { type ReadFiles, readPicked } from '@waybill/uploader/files/read-entries'
import type { SourceFile, UploadProgress } from '@waybill/uploader/upload'
import { useRef, useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { mutate, type TellFailure } from '../../../shared/api/mutate.ts'
import { failureSentence } from '../../../shared/api/problem-words.ts'
import { useAccount } from '../../../shared/api/session.ts'
import { fetchFiles } from '../../../shared/library/fetch-files.ts'
import { OwnRecording } from '../../../shared/library/own-recording.tsx'
import { ConfirmDialog } from '../../../shared/ui/dialogs/confirm-dialog.tsx'
import { TypeBox } from '../../../shared/ui/files/file-list.tsx'
import { useFolded } from '../../../shared/ui/lists/use-folded.ts'
import { notify } from '../../../shared/ui/page/notices.ts'
import recordStyles from '../../../shared/ui/record/record.module.css'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import linesStyles from '../../../shared/ui/styles/lines.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { percentThere } from '../../../shared/upload/percent-there.ts'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { arrivalWords } from '../words/arrival-words.ts'
import { addToRecord } from './add-to-record.ts'
import { FileDelivery } from './file-delivery.tsx'
import { RecordDrop } from './record-drop.tsx'
import { changeRecord, showTransferRecord } from './use-transfer-record.ts'
import { transferRecordWords } from './words/transfer-record-words.ts'

/** The rest is folded: the next actions are below. */
const MOST_SHOWN = 20

interface RecordFilesProps {
  record: TransferRecord
  mayChange: boolean
  /** Starts a new transfer with files that were dropped here. */
  onSendNew: (read: ReadFiles) => Promise<void>
}

type File = TransferRecord['files'][number]

/** The contents, and how to change them after sending: recipients find the new files under their old link. */
export function RecordFiles({ record, onSendNew, ...rights }: RecordFilesProps) {
  const words = useWords(transferRecordWords)
  // While its files are uploaded, they stay as they are.
  const mayChange = rights.mayChange && !record.arrival
  const adding = useAdding(record)
  const { shown, hidden, unfold } = useFolded(record.files, MOST_SHOWN)
  const picker = useRef<HTMLInputElement>(null)
  const replaced = useRef<string | undefined>(undefined)
  const pick = (replaces?: string) => {
    replaced.current = replaces
    if (picker.current) picker.current.multiple = replaces === undefined
    picker.current?.click()
  }
  const isOnly = record.files.filter(({ isWithdrawn }) => !isWithdrawn).length === 1
  return (
    <section className={`${partsStyles.paper} ${recordStyles.recordPart}`} aria-labelledby="record-files">
      <h2 id="record-files">{words.files}</h2>
      <ul>
        {shown.map((file) => (
          <FileRow
            key={file._id}
            record={record}
            file={file}
            mayChange={mayChange && !adding.progress}
            isOnly={isOnly}
            onReplace={() => pick(file._id)}
          />
        ))}
      </ul>
      {hidden > 0 && (
        <p>
          <button type="button" className={textStyles.quietButton} onClick={unfold}>
            {words.showAll(record.files.length)}
          </button>
        </p>
      )}
      <input
        ref={picker}
        type="file"
        hidden
        tabIndex={-1}
        aria-label={words.addFiles}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = ''
          if (files.length > 0) void adding.add(readPicked(files).files, replaced.current)
        }}
      />
      {adding.progress ? (
        <Progress progress={adding.progress} onCancel={adding.cancel} />
      ) : (
        mayChange && (
          <button type="button" className={textStyles.quietButton} onClick={() => pick()}>
            {words.addFiles}
          </button>
        )
      )}
      <DownloadFiles record={record} />
      <RecordDrop
        mayAdd={mayChange && !adding.progress}
        onAdd={(files) => void adding.add(files)}
        onSendNew={onSendNew}
      />
    </section>
  )
}

/** For somebody else of the team, who does not have the files. */
function DownloadFiles({ record }: { record: TransferRecord }) {
  const words = useWords(transferRecordWords)
  const isSender = record.senderId === useAccount()?._id
  const ids = record.files.flatMap(({ _id, isWithdrawn, arrival }) => (isWithdrawn || arrival ? [] : [_id]))
  if (isSender || record.state === 'deleted' || ids.length === 0) return null
  return (
    <button type="button" className={textStyles.quietButton} onClick={() => void fetchFiles(ids)}>
      {words.downloadFiles(ids.length)}
    </button>
  )
}

function useAdding(record: TransferRecord) {
  const words = useWords(transferRecordWords)
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const stop = useRef<AbortController | null>(null)
  const add = async (files: readonly SourceFile[], replaces?: string) => {
    stop.current = new AbortController()
    const addition = { record, files, onProgress: setProgress, signal: stop.current.signal }
    const tellFailure: TellFailure = (language, failure) =>
      addition.signal.aborted ? words.resumable : failureSentence(language, failure)
    const answer = await mutate(() => addToRecord(replaces ? { ...addition, replaces } : addition), tellFailure)
    setProgress(null)
    if (answer === null) return
    showTransferRecord(answer.transfer)
    notify({ title: replaces ? words.replaced : words.filesAdded(files.length) })
  }
  return { progress, add, cancel: () => stop.current?.abort() }
}

function Progress({ progress, onCancel }: { progress: UploadProgress; onCancel: () => void }) {
  const words = useWords(transferRecordWords)
  const { language } = useLanguage()
  const { bytesSent, bytesTotal } = progress
  return (
    <div className={`${layoutStyles.row} ${layoutStyles.aboveClose} ${recordStyles.recordProgress}`}>
      <progress max={Math.max(1, bytesTotal)} value={bytesSent} aria-label={words.uploading} />
      <p className={`${textStyles.soft} ${textStyles.mono}`}>
        {formatBytes(bytesSent, language)} / {formatBytes(bytesTotal, language)}
      </p>
      <button type="button" className={textStyles.quietButton} onClick={onCancel}>
        {words.cancel}
      </button>
    </div>
  )
}

interface FileRowProps {
  record: TransferRecord
  file: File
  mayChange: boolean
  isOnly: boolean
  onReplace: () => void
}

function FileRow({ record, file, mayChange, isOnly, onReplace }: FileRowProps) {
  const words = useWords(transferRecordWords)
  const ofArrival = useWords(arrivalWords)
  const { language } = useLanguage()
  const [isAsking, setAsking] = useState(false)
  const isPlayable =
    !file.isWithdrawn && !file.arrival && record.state !== 'deleted' && recordingKind(file.fileName) !== null
  const remove = () => {
    setAsking(false)
    const params = { transfer: record._id, file: file._id }
    void changeRecord(() => call('removeTransferFile', { params }), words.removed(file.fileName))
  }
  return (
    <li
      className={`${layoutStyles.row} ${layoutStyles.ruled} ${recordStyles.recordRow}`}
      data-withdrawn={file.isWithdrawn || undefined}
    >
      <TypeBox>{fileLabel(file.fileName)}</TypeBox>
      <div className={recordStyles.recordRowMain}>
        <span className={recordStyles.recordFileName}>{file.fileName}</span>
        <p className={textStyles.soft}>
          <span className={textStyles.mono}>{formatBytes(file.bytes, language)}</span>
          {file.isWithdrawn && ` · ${words.withdrawn}`}
          {file.arrival
            ? ` · ${ofArrival.file[file.arrival.state](percentThere(file.arrival.bytes, file.bytes))}`
            : ` · ${words.scans[file.scan ?? 'none']}`}
          {file.replaces && ` · ${words.isReplacement}`}
          {!file.isWithdrawn && <FileDelivery record={record} file={file} />}
        </p>
      </div>
      {isPlayable && <OwnRecording id={file._id} name={file.fileName} />}
      {mayChange && !file.isWithdrawn && (
        <div className={`${linesStyles.line} ${recordStyles.recordRowActs}`}>
          <button type="button" className={textStyles.quietButton} onClick={onReplace}>
            {words.replace}
            <span className={textStyles.unseen}> {file.fileName}</span>
          </button>
          {!isOnly && (
            <button type="button" className={textStyles.quietButton} onClick={() => setAsking(true)}>
              {words.remove}
              <span className={textStyles.unseen}> {file.fileName}</span>
            </button>
          )}
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={words.removeTitle(file.fileName)}
        text={words.removeFileText}
        confirmLabel={words.remove}
        keepLabel={words.keep}
        onConfirm={remove}
        onKeep={() => setAsking(false)}
      />
    </li>
  )
}
