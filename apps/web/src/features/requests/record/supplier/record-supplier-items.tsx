import { formatBytes } from '@waybill/contract/core/sizes'
import { sectionsOf } from '@waybill/contract/requests/questions'
import { openedName } from '@waybill/contract/requests/sealed-form'
import type { Item, RequestRecord, RequestSupplier } from '@waybill/contract/requests/shapes'
import type { Submission } from '@waybill/contract/requests/submission-endpoints'
import { Fragment, Suspense, useState } from 'react'
import { useMutation } from '../../../../shared/api/use-mutation.ts'
import { fetchFiles } from '../../../../shared/library/fetch-files.ts'
import { lazyPart } from '../../../../shared/loading/lazy-part.ts'
import { Button } from '../../../../shared/ui/fields/button.ts'
import recordStyles from '../../../../shared/ui/record/record.module.css'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { useLanguage } from '../../../../shared/words/language.tsx'
import { useRequestWords } from '../../request-words.ts'
import { ShownAnswer } from '../../sealed/answers/sealed-answer.tsx'
import { OpenButton, UnlockButton, useOpeningKeys } from '../../sealed/sealed-file.tsx'
import { acceptItem } from '../record-calls.ts'
import { markOf } from '../suppliers/mark-of.ts'
import { ItemMark } from '../suppliers/record-mark.tsx'
import { isThere } from '../suppliers/who-of.ts'
import { requestRecordWords } from '../words/request-record-words.ts'
import { SendBackForm } from './record-send-back.tsx'
import recordSupplierStyles from './record-supplier.module.css'

const ItemThread = lazyPart(async () => (await import('../comments/item-thread.tsx')).ItemThread)

/** The others are below, with their submission. */
const MOST_FILES = 4

interface SupplierItemsProps {
  record: RequestRecord
  supplier: RequestSupplier
  submissions: readonly Submission[]
  mayChange: boolean
  /** The item whose comments the address names. */
  comments: string | undefined
}

/** Every item of a supplier, its files, and its review. */
export function SupplierItems({ record, supplier, submissions, ...props }: SupplierItemsProps) {
  const words = useRequestWords(requestRecordWords)
  const states = new Map(supplier.items.map((state) => [state.item, state]))
  const files = Map.groupBy(
    submissions.flatMap((submission) => submission.files.filter((file) => isThere(file) && !file.isSentBack)),
    ({ item }) => item,
  )
  return (
    <section aria-labelledby="supplier-items">
      <h3 id="supplier-items">{words.asked}</h3>
      {sectionsOf(record.items).map(({ title, items }) => (
        <Fragment key={items[0]?._id}>
          {title !== '' && <h4 className={`${layoutStyles.above} ${layoutStyles.medium}`}>{title}</h4>}
          <ul className={partsStyles.frame}>
            {items.map((item) => {
              const state = states.get(item._id)
              const shown = { record, supplier, item, files: files.get(item._id) ?? [], ...props }
              return state && <SupplierItem key={item._id} state={state} {...shown} />
            })}
          </ul>
        </Fragment>
      ))}
    </section>
  )
}

interface SupplierItemProps extends Omit<SupplierItemsProps, 'submissions'> {
  item: Item
  state: RequestSupplier['items'][number]
  files: Submission['files']
}

function SupplierItem({ record, supplier, item, state, files, mayChange, comments }: SupplierItemProps) {
  const words = useRequestWords(requestRecordWords)
  const [isSendingBack, setSendingBack] = useState(false)
  const answered = { supplier: supplier._id, item: item._id, itemName: item.name }
  return (
    <li className={`${layoutStyles.ruled} ${layoutStyles.stackTight} ${recordSupplierStyles.supplierItem}`}>
      <div className={`${layoutStyles.ends} ${recordSupplierStyles.supplierItemHead}`}>
        <strong>
          <span id={`item-${item._id}`}>{item.name}</span>
          {!item.isRequired && <span className={textStyles.soft}> {words.optional}</span>}
        </strong>
        <ItemMark mark={markOf(state, item, supplier.isLate)} count={state.fileCount} />
      </div>
      <ItemFiles files={files} count={state.fileCount} />
      {state.answer !== null && (
        <ShownAnswer kind={item.kind} answer={state.answer} supplier={supplier._id} item={item._id} />
      )}
      {state.state === 'sent-back' && (
        <div className={`${layoutStyles.medium} ${recordSupplierStyles.supplierItemNote}`}>
          {state.note === '' ? (
            <p className={textStyles.soft}>{words.noNote}</p>
          ) : (
            <>
              <p className={textStyles.soft}>{words.yourNote}</p>
              <blockquote>{state.note}</blockquote>
            </>
          )}
        </div>
      )}
      {/* The form disappears when the note appears: what is below moves once, and not under a pointer. */}
      {isSendingBack && state.state !== 'sent-back' ? (
        <SendBackForm record={record} supplier={supplier} answered={answered} onEnd={() => setSendingBack(false)} />
      ) : (
        <Judgement
          record={record}
          state={state.state}
          answered={answered}
          mayChange={mayChange}
          onSendBack={() => setSendingBack(true)}
        />
      )}
      <Suspense fallback={null}>
        <ItemThread record={record} supplier={supplier} item={item} counts={state} isWanted={comments === item._id} />
      </Suspense>
    </li>
  )
}

function ItemFiles({ files, count }: { files: Submission['files']; count: number }) {
  const words = useRequestWords(requestRecordWords)
  if (files.length === 0) return null
  const shown = files.slice(0, MOST_FILES)
  return (
    <ul className={`${layoutStyles.large} ${recordSupplierStyles.supplierItemFiles}`}>
      {shown.map((file) => (
        <li key={file._id}>
          <ItemFile file={file} />
        </li>
      ))}
      {count > shown.length && <li className={textStyles.soft}>{words.moreFiles(count - shown.length)}</li>}
    </ul>
  )
}

/** Sealed files ask for the passphrase first. */
function ItemFile({ file }: { file: Submission['files'][number] }) {
  const words = useRequestWords(requestRecordWords)
  const { language } = useLanguage()
  const isUnlocked = useOpeningKeys() !== null
  const { _id, fileName, bytes, sealed } = file
  const size = (
    <span className={`${textStyles.soft} ${textStyles.mono}`}>{formatBytes(sealed?.bytes ?? bytes, language)}</span>
  )
  if (sealed) {
    const name = openedName(fileName)
    return (
      <>
        <span className={recordStyles.recordRowMain}>
          {isUnlocked ? name : <UnlockButton file={file}>{name}</UnlockButton>} {size}
        </span>
        <OpenButton file={file} />
      </>
    )
  }
  return (
    <>
      <button
        type="button"
        className={textStyles.quietButton}
        title={words.download}
        onClick={() => void fetchFiles([_id])}
      >
        <span className={textStyles.unseen}>{words.download}: </span>
        {fileName}
      </button>{' '}
      {size}
    </>
  )
}

interface JudgementProps {
  record: RequestRecord
  state: SupplierItemProps['state']['state']
  answered: Parameters<typeof acceptItem>[1]
  mayChange: boolean
  onSendBack: () => void
}

/** A submitted file may be accepted, or sent back; also after it was accepted. */
function Judgement({ record, state, answered, mayChange, onSendBack }: JudgementProps) {
  const words = useRequestWords(requestRecordWords)
  const { isBusy, save } = useMutation()
  if (!record.mayChange || (state !== 'arrived' && state !== 'accepted')) return null
  return (
    <div className={`${layoutStyles.row} ${recordSupplierStyles.supplierJudge}`}>
      {state === 'arrived' && (
        <Button
          variant="default"
          size="sm"
          loading={isBusy}
          onClick={() => void save(() => acceptItem(record, answered))}
        >
          {words.accept}
          <span className={textStyles.unseen}> {answered.itemName}</span>
        </Button>
      )}
      {mayChange && (
        <button type="button" className={textStyles.quietButton} disabled={isBusy} onClick={onSendBack}>
          {words.sendBack}
          <span className={textStyles.unseen}> {answered.itemName}</span>
        </button>
      )}
    </div>
  )
}
