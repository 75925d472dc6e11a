import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { Role } from '@waybill/contract/billing/plans'
import type { TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import { addRead } from '../../../features/send/form/add-files.ts'
import { transferListWords } from '../../../features/transfers/list/words/transfer-list-words.ts'
import { Ledger } from '../../../features/transfers/record/ledger/ledger.tsx'
import { RecordAccessRequests } from '../../../features/transfers/record/record-access-requests.tsx'
import { DeletedActs, TransferRecordActs } from '../../../features/transfers/record/record-acts.tsx'
import { RecordAlerts } from '../../../features/transfers/record/record-alerts.tsx'
import { RecordArrival } from '../../../features/transfers/record/record-arrival.tsx'
import { RecordFiles } from '../../../features/transfers/record/record-files.tsx'
import { RecordGuards } from '../../../features/transfers/record/record-guards.tsx'
import { RecordMessage } from '../../../features/transfers/record/record-message.tsx'
import { RecordRecipients } from '../../../features/transfers/record/record-people.tsx'
import { RecordSchedule } from '../../../features/transfers/record/record-schedule.tsx'
import { RecordSharing } from '../../../features/transfers/record/record-sharing.tsx'
import { RecordSlip, useOtherSender } from '../../../features/transfers/record/record-slip.tsx'
import { useTransferRecord } from '../../../features/transfers/record/use-transfer-record.ts'
import { transferRecordWords } from '../../../features/transfers/record/words/transfer-record-words.ts'
import { titleOf } from '../../../features/transfers/title-of.ts'
import { problemSentence } from '../../../shared/api/problem-words.ts'
import { useAccount } from '../../../shared/api/session.ts'
import { HelpLinks } from '../../../shared/help/help-links.tsx'
import listStyles from '../../../shared/ui/lists/list.module.css'
import { ListFailed } from '../../../shared/ui/lists/list-failed.tsx'
import { usePageTitle } from '../../../shared/ui/page/page-title.ts'
import recordStyles from '../../../shared/ui/record/record.module.css'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'

/** One transfer: its slip, and everything that its owner can change after sending. */
export function TransferPage() {
  const { slug = '' } = useParams({ strict: false }) as { slug?: string }
  const words = useWords(transferListWords)
  const reading = useTransferRecord(slug)
  usePageTitle(reading.record ? titleOf(reading.record).name : words.title)
  return (
    <>
      <nav className={`${textStyles.soft} ${layoutStyles.large} ${recordStyles.recordWay}`} aria-label={words.title}>
        <Link to="/dash/transfers">{words.title}</Link> / <span className={textStyles.mono}>{slug}</span>
      </nav>
      <Body slug={slug} reading={reading} />
    </>
  )
}

function Body({ slug, reading }: { slug: string; reading: ReturnType<typeof useTransferRecord> }) {
  const words = useWords(transferRecordWords)
  const list = useWords(transferListWords)
  const { language } = useLanguage()
  const account = useAccount()
  const navigate = useNavigate()
  const { record, isUnknown, error, retry } = reading
  if (isUnknown) {
    return (
      <div className={listStyles.listInstead}>
        <h1>{words.unknownTitle}</h1>
        <p className={textStyles.soft}>{words.unknownText(slug)}</p>
      </div>
    )
  }
  if (error) return <ListFailed error={error} again={list.again} onAgain={retry} />
  if (!record || !account) return <div className={partsStyles.waiting} role="status" aria-label={list.loading} />
  const toList = () => void navigate({ to: '/dash/transfers' })
  if (record.state === 'deleted') return <DeletedRecord record={record} role={account.role} onErased={toList} />
  const isSuspended = account.status === 'revoke'
  const mayChange = record.mayChange && !isSuspended
  return (
    <div className={layoutStyles.stackWide}>
      <RecordSlip record={record} />
      <div className={layoutStyles.stackWide}>
        {isSuspended && (
          <p className={layoutStyles.callout} data-tone="bad" role="note">
            {problemSentence(language, 'account-suspended')}
          </p>
        )}
        <ReadOnlyNote record={record} />
        <RecordArrival record={record} />
        <RecordSchedule record={record} mayChange={mayChange} onCancelled={toList} />
        <TransferRecordActs record={record} role={account.role} mayChange={mayChange} onDeleted={toList} />
        <RecordAccessRequests record={record} mayChange={mayChange} />
        <RecordRecipients record={record} role={account.role} mayChange={mayChange} />
        <RecordFiles record={record} mayChange={mayChange} onSendNew={addRead} />
        <RecordMessage record={record} mayChange={mayChange} />
        <RecordSharing record={record} mayShare={mayChange && record.senderId === account._id} />
        {mayChange && <RecordGuards record={record} />}
        {record.senderId === account._id && (
          <RecordAlerts record={record} ofAccount={account.transferSettings.alerts} />
        )}
        <Ledger record={record} />
        <HelpLinks articles={['follow-a-transfer', 'change-after-sending', 'delivery-receipts', 'bounced-emails']} />
      </div>
    </div>
  )
}

/** For somebody of the team who only reads it. */
function ReadOnlyNote({ record }: { record: TransferRecord }) {
  const words = useWords(transferRecordWords)
  const sender = useOtherSender(record)
  if (record.mayChange || sender === null) return null
  return (
    <p className={layoutStyles.callout} role="note">
      {words.readOnly(sender)}
    </p>
  )
}

/** What remains of a deleted transfer: its recipients, its contents, and its events. */
function DeletedRecord({ record, role, onErased }: { record: TransferRecord; role: Role; onErased: () => void }) {
  return (
    <div className={layoutStyles.stackWide}>
      <RecordSlip record={record} />
      <div className={layoutStyles.stackWide}>
        {record.mayChange ? <DeletedActs record={record} onErased={onErased} /> : <ReadOnlyNote record={record} />}
        <RecordRecipients record={record} role={role} mayChange={false} />
        <RecordFiles record={record} mayChange={false} onSendNew={addRead} />
        <RecordMessage record={record} mayChange={false} />
        <Ledger record={record} />
      </div>
    </div>
  )
}
