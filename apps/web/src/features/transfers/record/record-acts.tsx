import type { Role } from '@waybill/contract/billing/plans'
import type { TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import { useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { ConfirmDialog } from '../../../shared/ui/dialogs/confirm-dialog.tsx'
import { Button } from '../../../shared/ui/fields/button.ts'
import { CopyButton } from '../../../shared/ui/fields/copy-button.tsx'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { deleteTransfers, eraseRecords } from '../list/change-transfers.ts'
import { ExtendMenu } from '../list/selection-bar.tsx'
import { transferListWords } from '../list/words/transfer-list-words.ts'
import { arrivalWords } from '../words/arrival-words.ts'
import { changeRecord } from './use-transfer-record.ts'
import { transferRecordWords } from './words/transfer-record-words.ts'

interface RecordActsProps {
  record: TransferRecord
  role: Role
  mayChange: boolean
  onDeleted: () => void
}

/** The actions for the record of a deleted transfer: erasing it. */
export function DeletedActs({ record, onErased }: { record: TransferRecord; onErased: () => void }) {
  const list = useWords(transferListWords)
  const [isAsking, setAsking] = useState(false)
  const erase = () => {
    setAsking(false)
    void eraseRecords([record._id]).then((isGone) => isGone && onErased())
  }
  return (
    <div className={`${layoutStyles.row} ${layoutStyles.gapTight}`}>
      <Button variant="default" leftSection={<Icon name="bin" />} onClick={() => setAsking(true)}>
        {list.erase}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={list.eraseTitle(1)}
        text={list.eraseText}
        confirmLabel={list.erase}
        keepLabel={list.keep}
        onConfirm={erase}
        onKeep={() => setAsking(false)}
      />
    </div>
  )
}

/** Actions for the transfer as a whole; a suspended account can still close it. */
export function TransferRecordActs({ record, role, mayChange, onDeleted }: RecordActsProps) {
  const words = useWords(transferRecordWords)
  const list = useWords(transferListWords)
  const { deleteText } = useWords(arrivalWords)
  const [isAsking, setAsking] = useState(false)
  // One that is not sent yet has actions of its own.
  if (record.sendLater !== null) return null
  const hasLink = record.link !== null && record.state === 'active'
  if (!record.mayChange && !hasLink) return null
  const params = { transfer: record._id }
  const edit = (body: { isPaused?: boolean; expirySeconds?: number }) =>
    void changeRecord(() => call('editTransfer', { params, body }))
  const remove = () => {
    setAsking(false)
    void deleteTransfers([record._id], 'sent').then((isGone) => isGone && onDeleted())
  }
  return (
    <div className={`${layoutStyles.row} ${layoutStyles.gapTight}`}>
      {record.link && record.state === 'active' && <CopyLink link={record.link} />}
      {mayChange && <ExtendMenu role={role} onChoose={(expirySeconds) => edit({ expirySeconds })} />}
      {record.mayChange && record.state !== 'expired' && (
        <Button variant="default" onClick={() => edit({ isPaused: !record.isPaused })}>
          {record.isPaused ? words.resume : words.pause}
        </Button>
      )}
      {record.mayChange && (
        <Button variant="default" leftSection={<Icon name="bin" />} onClick={() => setAsking(true)}>
          {list.delete}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={list.deleteTitle(1)}
        text={record.arrival ? `${list.deleteText} ${deleteText}` : list.deleteText}
        confirmLabel={list.delete}
        keepLabel={list.keep}
        onConfirm={remove}
        onKeep={() => setAsking(false)}
      />
    </div>
  )
}

/** The link that is passed on, one press to copy. */
function CopyLink({ link }: { link: string }) {
  const words = useWords(transferListWords)
  const url = new URL(link, location.origin)
  return (
    <CopyButton text={url.href} label={words.copyLink} done={words.linkCopied}>
      {`${url.host}${url.pathname}`}
    </CopyButton>
  )
}
