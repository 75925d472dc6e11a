import { fileLabel } from '@waybill/contract/core/names'
import { formatBytes } from '@waybill/contract/core/sizes'
import { openedName } from '@waybill/contract/requests/sealed-form'
import type { SubmissionReceipt } from '@waybill/contract/requests/submission-endpoints'
import { type MouseEvent, useEffect, useRef } from 'react'
import contentsStyles from '../../shared/served-page/contents.module.css'
import { PlainCopyButton } from '../../shared/served-page/copy-button.tsx'
import downloadStyles from '../../shared/served-page/download.module.css'
import fileListStyles from '../../shared/ui/files/file-list.module.css'
import { TypeBox } from '../../shared/ui/files/file-list.tsx'
import { nameList } from '../../shared/ui/lists/name-list.ts'
import { Icon } from '../../shared/ui/marks/icons.tsx'
import { Slip } from '../../shared/ui/marks/slip.tsx'
import { Stamp } from '../../shared/ui/marks/stamp.tsx'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import answerStyles from './answer.module.css'
import questionStyles from './items/question.module.css'
import { useArrived } from './moments.ts'
import receiptStyles from './receipt.module.css'
import { requesterNameOf } from './requester-line.tsx'
import { sealedSendingWords } from './sealed/words/sealed-sending-words.ts'
import { useSums } from './sending/use-sums.ts'
import { useSessionState, useSubmissionSession } from './submission-session.tsx'
import { answerWords } from './words/answer-words.ts'

interface ReceiptSlipProps {
  receipt: SubmissionReceipt
  /** It has just replaced something else: it takes the focus. */
  isSudden: boolean
}

/** What arrived, as stored: names, sizes, checksums. It has a separate address. */
export function ReceiptSlip({ receipt, isSudden }: ReceiptSlipProps) {
  const words = useWords(answerWords)
  const { language } = useLanguage()
  const request = useSessionState((state) => state.request)
  const arrived = useArrived(receipt.arrivedAt)
  const heading = useRef<HTMLHeadingElement>(null)
  useSums(receipt)
  useEffect(() => {
    if (!isSudden) return
    scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [isSudden])
  return (
    <Slip label={words.receipt} number={request.slug} name={words.slipName(request.slug)}>
      <div className={receiptStyles.receipt}>
        <Stamp ink={receipt.isLate ? 'waiting' : 'delivered'} isFresh={isSudden}>
          {words.receivedStamp}
        </Stamp>
        <h1 ref={heading} tabIndex={-1}>
          {words.receivedTitle(
            receipt.files.length,
            requesterNameOf(request.requester, language),
            receipt.answers.length,
          )}
        </h1>
        <p className={textStyles.soft}>
          <time dateTime={receipt.arrivedAt}>{arrived}</time>
          {receipt.isLate && `${language === 'zh' ? '，' : ', '}${words.arrivedLate}`}
          <br />
          <span dir="auto">{request.title}</span>
        </p>
        {request.sealing && <SealedFor who={requesterNameOf(request.requester, language)} />}
        <ReceiptFiles receipt={receipt} />
        {receipt.files.length > 0 && (
          <p className={`${downloadStyles.total} ${textStyles.mono}`}>
            {words.total(receipt.files.length, formatBytes(receipt.bytes, language))}
          </p>
        )}
        <ReceiptAnswers receipt={receipt} />
        {receipt.note.trim() !== '' && (
          <blockquote className={downloadStyles.message} dir="auto">
            {receipt.note}
          </blockquote>
        )}
        <NextSteps />
      </div>
    </Slip>
  )
}

function SealedFor({ who }: { who: string }) {
  const words = useWords(sealedSendingWords)
  return (
    <p className={receiptStyles.receiptSealed}>
      <Icon name="lock" size={18} />
      {words.sealedFor(who)}
    </p>
  )
}

function ReceiptFiles({ receipt }: { receipt: SubmissionReceipt }) {
  const words = useWords(answerWords)
  const items = useSessionState(({ request }) => request.items)
  const groups = [...Map.groupBy(receipt.files, ({ item }) => item)]
  return groups.map(([item, files]) => (
    <section key={item} className={receiptStyles.receiptItem}>
      <h2 dir="auto">{items.find(({ _id }) => _id === item)?.name ?? words.itemGone}</h2>
      <ul className={fileListStyles.files}>
        {files.map((file) => (
          <ReceiptFile key={file._id} file={file} />
        ))}
      </ul>
    </section>
  ))
}

function ReceiptAnswers({ receipt }: Pick<ReceiptSlipProps, 'receipt'>) {
  const words = useWords(answerWords)
  const { language } = useLanguage()
  const items = useSessionState(({ request }) => request.items)
  return receipt.answers.map(({ item, answer }) => (
    <section key={item} className={receiptStyles.receiptItem}>
      <h2 dir="auto">{items.find(({ _id }) => _id === item)?.name ?? words.itemGone}</h2>
      <p className={questionStyles.questionAnswer} dir="auto">
        {nameList(answer, language)}
      </p>
    </section>
  ))
}

function ReceiptFile({ file }: { file: SubmissionReceipt['files'][number] }) {
  const { language } = useLanguage()
  const words = useWords(answerWords)
  return (
    <li className={`${contentsStyles.fileRow} ${receiptStyles.receiptFile}`}>
      <TypeBox>{fileLabel(file.sealed ? openedName(file.fileName) : file.fileName)}</TypeBox>
      <span className={fileListStyles.fileName}>
        <bdi>{file.fileName}</bdi>
        {file.originalName !== file.fileName && (
          <span className={receiptStyles.receiptBefore}>
            <bdi>{words.calledBefore(file.originalName)}</bdi>
          </span>
        )}
        {/* A checksum that never comes is not behind a fold. */}
        <details className={receiptStyles.receiptSums} open={file.sealed?.sha256 === null}>
          <summary>SHA-256</summary>
          {file.sealed ? (
            <SealedSums stored={file.sha256} claimed={file.sealed.sha256} />
          ) : (
            <Sum sha256={file.sha256} instead={words.sumPending} />
          )}
        </details>
        {file.isSentBack && !file.isWithdrawn && <span className={contentsStyles.fileNote}>{words.isSentBack}</span>}
        {file.isWithdrawn && <span className={contentsStyles.fileNote}>{words.isWithdrawn}</span>}
      </span>
      <span className={`${fileListStyles.fileSize} ${textStyles.mono}`}>{formatBytes(file.bytes, language)}</span>
    </li>
  )
}

const Sum = ({ sha256, instead }: { sha256: string | null; instead: string }) => (
  <span
    className={
      sha256 === null
        ? `${receiptStyles.receiptSum} ${textStyles.soft}`
        : `${receiptStyles.receiptSum} ${textStyles.mono}`
    }
  >
    {sha256 ?? instead}
  </span>
)

/** Two checksums, each with its source: the server's of the stored bytes, this browser's of the content. */
function SealedSums({ stored, claimed }: { stored: string | null; claimed: string | null }) {
  const { sumPending } = useWords(answerWords)
  const words = useWords(sealedSendingWords)
  return (
    <>
      <span className={receiptStyles.receiptSumOf}>{words.storedSum}</span>
      <Sum sha256={stored} instead={sumPending} />
      <span className={receiptStyles.receiptSumOf}>{words.claimedSum}</span>
      <Sum sha256={claimed} instead={words.noClaim} />
    </>
  )
}

/** What is still missing, how to save the receipt, and the way back. */
function NextSteps() {
  const session = useSubmissionSession()
  const { language } = useLanguage()
  const words = useWords(answerWords)
  const { items, supplier, isComplete } = useSessionState(({ request }) => request)
  const missing = items
    .filter(({ isRequired, state }) => isRequired && (state === 'missing' || state === 'sent-back'))
    .map(({ name }) => name)
  const back = (event: MouseEvent) => {
    event.preventDefault()
    session.show(null)
  }
  const isMailed = session.page.user !== null && supplier?.email
  return (
    <>
      {isComplete ? (
        <p className={answerStyles.dueComplete}>{words.completeText}</p>
      ) : (
        missing.length > 0 && (
          <p className={receiptStyles.receiptMissing}>{words.missingStill(nameList(missing, language))}</p>
        )
      )}
      <p className={`${textStyles.soft} ${receiptStyles.receiptKeep}`}>
        {words.keepIt} {isMailed && words.mailed(supplier.email ?? '')}
      </p>
      <p className={answerStyles.receiptWays}>
        <a
          className={answerStyles.secondButton}
          href={
            session.link.user === undefined ? `/r/${session.link.slug}` : `/r/${session.link.slug}/${session.link.user}`
          }
          onClick={back}
        >
          {words.backToRequest}
        </a>
        <button
          type="button"
          className={`${textStyles.quietButton} ${downloadStyles.liveOnly}`}
          onClick={() => print()}
        >
          {words.print}
        </button>
        <PlainCopyButton text={() => location.href}>{words.copyReceipt}</PlainCopyButton>
      </p>
    </>
  )
}
