import type { RecipientState, TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import { useClock } from '../../../shared/time/clock.ts'
import { Address } from '../../../shared/ui/marks/address.tsx'
import { Stamp } from '../../../shared/ui/marks/stamp.tsx'
import recordStyles from '../../../shared/ui/record/record.module.css'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { type DeliveryStatus, deliveryStatusOf, inkOf, reachedAt } from './delivery-status.ts'
import { DeliveryStatusNote } from './delivery-status-note.tsx'
import { ForwardedNote } from './ledger/person-note.tsx'
import { PersonActs } from './person-acts.tsx'
import { recipientLine, recipientTitle } from './recipient-title.ts'
import { transferRecordWords } from './words/transfer-record-words.ts'

const tones: Partial<Record<DeliveryStatus, string | undefined>> = {
  finished: layoutStyles.good,
  handed: layoutStyles.good,
  almost: layoutStyles.warned,
  stalled: layoutStyles.bad,
  refused: layoutStyles.bad,
}
const toneOf = (status: DeliveryStatus) =>
  status in tones ? `${layoutStyles.small} ${tones[status]}` : textStyles.soft

interface RecordPersonProps {
  record: TransferRecord
  recipient: RecipientState
  isForwarded: boolean
  mayMail: boolean
}

/** One recipient: their delivery status, the whole name with the address below it, and what can be done for them. */
export function RecordPerson({ record, recipient, isForwarded, mayMail }: RecordPersonProps) {
  const words = useWords(transferRecordWords)
  const clock = useClock()
  const who = recipientLine(recipient, words)
  const at = reachedAt(recipient)
  const status = deliveryStatusOf(recipient, record)
  // The link itself, where devices came by it: they have the facts.
  const isCrowd = recipient.email === null && recipient.device === null && record.deviceCount > 0
  return (
    <li
      id={recipient._id}
      className={`${layoutStyles.ruled} ${recordStyles.recordRow} ${recordStyles.recordPerson}`}
      data-delivery-status={status}
      data-device={recipient.device !== null || undefined}
    >
      <span className={recordStyles.recordRowStamp}>
        <Stamp ink={inkOf[status]} isSmall>
          {words.marks[status]}
        </Stamp>
      </span>
      <div className={recordStyles.recordRowMain}>
        <strong>
          {!recipient.name && recipient.email ? <Address of={recipient.email} /> : recipientTitle(recipient, words)}
        </strong>
        {recipient.name && recipient.email && (
          <p className={textStyles.soft}>
            <Address of={recipient.email} />
          </p>
        )}
        <p className={toneOf(status)}>
          {isCrowd ? (
            words.devices(record.deviceCount, record.devicesFinished)
          ) : (
            <DeliveryStatusNote recipient={recipient} record={record} helpOf={who} />
          )}
          {isForwarded && <ForwardedNote />}
          {at && ` · ${clock.moment(at)}`}
          {!isCrowd && recipient.city && ` · ${recipient.city}`}
        </p>
      </div>
      {!isCrowd && <PersonActs record={record} recipient={recipient} status={status} who={who} mayMail={mayMail} />}
    </li>
  )
}
