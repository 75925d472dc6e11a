import type { RecipientState, TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import { useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { ConfirmDialog } from '../../../shared/ui/dialogs/confirm-dialog.tsx'
import { DropMenu, Menu } from '../../../shared/ui/dialogs/drop-menu.tsx'
import { Drawing, Icon } from '../../../shared/ui/marks/icons.tsx'
import recordStyles from '../../../shared/ui/record/record.module.css'
import linesStyles from '../../../shared/ui/styles/lines.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { type DeliveryStatus, nextStepOf } from './delivery-status.ts'
import { mailAgain } from './mail-again.ts'
import { useReceipt } from './receipts/use-receipt.tsx'
import { receiptWords } from './receipts/words/receipts-words.ts'
import { changeRecord } from './use-transfer-record.ts'
import { transferRecordWords } from './words/transfer-record-words.ts'

/** Three dots: it comes with the record's code, not with every page. */
const MORE = 'M4.5 12h1.4M11.3 12h1.4M18.1 12h1.4'

interface PersonActsProps {
  record: TransferRecord
  recipient: RecipientState
  status: DeliveryStatus
  who: string
  mayMail: boolean
}

/** What can be done for a recipient: the likely step as a button, everything else in one menu. */
export function PersonActs({ record, recipient, status, who, mayMail }: PersonActsProps) {
  const words = useWords(transferRecordWords)
  const receipts = useWords(receiptWords)
  const receipt = useReceipt(record, recipient)
  const [isAsking, setAsking] = useState(false)
  const hasMail = recipient.email !== null && mayMail
  const next = nextStepOf(status, hasMail)
  const mail = () => void mailAgain(record.slug, recipient.email)
  const remove = () => {
    setAsking(false)
    const params = { transfer: record._id, recipient: recipient._id }
    void changeRecord(() => call('removeRecipient', { params }), words.removed(who))
  }
  return (
    <div className={`${linesStyles.line} ${recordStyles.recordRowActs}`}>
      {receipt.isMaking && (
        <span className={textStyles.soft} role="status">
          {receipts.making}
        </span>
      )}
      {next === 'receipt' && (
        <button type="button" className={textStyles.quietButton} onClick={() => receipt.take('pdf')}>
          <span aria-hidden="true">{receipts.receipt}</span>
          <span className={textStyles.unseen}>{receipts.receiptFor(who)}</span>
        </button>
      )}
      {(next === 'send-again' || next === 'remind') && (
        <button type="button" className={textStyles.quietButton} onClick={mail}>
          {next === 'remind' ? words.remindNow : words.sendAgain}
          <span className={textStyles.unseen}> {who}</span>
        </button>
      )}
      <DropMenu position="bottom-end" width={280}>
        <Menu.Target>
          <button type="button" className={partsStyles.iconButton} aria-label={words.acts(who)}>
            <Drawing path={MORE} />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {hasMail && (
            <Menu.Item leftSection={<Icon name="mail" size={18} />} onClick={mail}>
              {words.mailAgain}
            </Menu.Item>
          )}
          {(['pdf', 'json'] as const).map((form) => (
            <Menu.Item
              key={form}
              leftSection={<Icon name="download" size={18} />}
              disabled={receipt.isMaking}
              onClick={() => receipt.take(form)}
            >
              {receipts.forms[form]}
            </Menu.Item>
          ))}
          {hasMail && (
            <Menu.Item leftSection={<Icon name="bin" size={18} />} onClick={() => setAsking(true)}>
              {words.remove}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </DropMenu>
      <ConfirmDialog
        isOpen={isAsking}
        title={words.removeTitle(who)}
        text={words.removeText}
        confirmLabel={words.remove}
        keepLabel={words.keep}
        onConfirm={remove}
        onKeep={() => setAsking(false)}
      />
    </div>
  )
}
