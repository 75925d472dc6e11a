import { formatBytes } from '@waybill/contract/core/sizes'
import type { RecipientState, TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import { useAccount } from '../../../shared/api/session.ts'
import { useClock } from '../../../shared/time/clock.ts'
import { Address } from '../../../shared/ui/marks/address.tsx'
import { RouteLine, type RouteStop } from '../../../shared/ui/marks/route-line.tsx'
import { Slip } from '../../../shared/ui/marks/slip.tsx'
import { Stamp } from '../../../shared/ui/marks/stamp.tsx'
import recordStyles from '../../../shared/ui/record/record.module.css'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { arrivalStampOf } from '../arrival-stamp.ts'
import { Expiry } from '../expiry.tsx'
import { arrivalWords } from '../words/arrival-words.ts'
import {
  type DeliveryStatus,
  deliveryStatusOf,
  glanceOf,
  reachedAt,
  shareOf,
  stampOf,
  statusOfLink,
  tallyOf,
} from './delivery-status.ts'
import { DeliveryStatusNote } from './delivery-status-note.tsx'
import { recipientTitle } from './recipient-title.ts'
import { RecordTitle } from './record-title.tsx'
import { transferRecordWords } from './words/transfer-record-words.ts'

/** The recipients that show at once; the list below has all of them. */
const MOST_STOPS = 6

/** The transfer as its slip: contents, time, and the delivery status of each recipient. */
export function RecordSlip({ record }: { record: TransferRecord }) {
  const words = useWords(transferRecordWords)
  const { language } = useLanguage()
  const sentAt = new Date(record.dateSent).toISOString()
  const when = useClock().moment(sentAt)
  const sender = useOtherSender(record)
  const people = record.recipients.filter(({ isRemoved }) => !isRemoved)
  const statusHere = (recipient: RecipientState) => deliveryStatusOf(recipient, record)
  const devices = people.filter(({ device }) => device !== null).map(statusHere)
  const named = people.filter(({ device }) => device === null)
  const wayOfNamed = (one: RecipientState) =>
    one.email === null ? statusOfLink(statusHere(one), devices) : statusHere(one)
  const stamp = stampOf(record, named.map(wayOfNamed))
  const arriving = arrivalStampOf(record)
  const ofArrival = useWords(arrivalWords)
  // Devices that came by a link represent the link.
  const came = record.deviceCount > 0 ? people.filter(({ device, email }) => device !== null || email !== null) : people
  const statuses = came.map(statusHere)
  const seen = glanceOf(came, statusHere, MOST_STOPS)
  const labelOf = () => {
    if (record.sendLater !== null) return words.createdOn(when)
    return sender === null ? words.sentOn(when) : words.sentByOn(sender, when)
  }
  return (
    <Slip number={record.slug} name={words.slipName(record.slug)} label={labelOf()}>
      <div className={`${layoutStyles.ends} ${recordStyles.recordHead}`}>
        <RecordTitle key={record.title} record={record} />
        <Stamp ink={arriving?.ink ?? stamp.ink}>
          {arriving ? ofArrival.stamp[arriving.word](arriving.percent) : words.stamps[stamp.word]}
        </Stamp>
      </div>
      <p className={`${textStyles.soft} ${layoutStyles.large} ${recordStyles.recordExpiry}`}>
        {formatBytes(record.bytes, language)} · <Expiry transfer={record} />
      </p>
      <div className={recordStyles.recordRoute}>
        <RouteLine origin={useOrigin(record)} stops={useStops(record, seen)} />
      </div>
      <Tally statuses={statuses} />
    </Slip>
  )
}

/** The name of a sender who is somebody else of the team; null for one's own. */
export function useOtherSender({ senderId, senderName, senderEmail }: TransferRecord): string | null {
  const account = useAccount()
  return senderId === null || senderId === account?._id ? null : senderName || senderEmail
}

/** The place of sending, if known; shown once with its sender. */
function useOrigin(record: TransferRecord): { place: string; note: string } {
  const words = useWords(transferRecordWords)
  const who = useOtherSender(record) ?? words.you
  const place = record.senderCity ?? record.senderCountry
  return place ? { place, note: who } : { place: who, note: '' }
}

function useStops(record: TransferRecord, people: readonly RecipientState[]): RouteStop[] {
  const words = useWords(transferRecordWords)
  const clock = useClock()
  return people.map((recipient) => {
    const share = shareOf(recipient, record)
    const at = reachedAt(recipient)
    return {
      key: recipient._id,
      place: (
        <>
          {recipient.city && `${recipient.city} · `}
          {!recipient.name && recipient.email ? <Address of={recipient.email} /> : recipientTitle(recipient, words)}
        </>
      ),
      note: (
        <>
          <DeliveryStatusNote recipient={recipient} record={record} />
          {at && ` · ${clock.time(at)}`}
        </>
      ),
      done: share,
      state: share >= 1 ? 'delivered' : 'under-way',
    }
  })
}

/** Where not everybody shows: how many there are, and their status. */
function Tally({ statuses }: { statuses: readonly DeliveryStatus[] }) {
  const words = useWords(transferRecordWords)
  if (statuses.length <= MOST_STOPS) return null
  const told = [words.inAll(statuses.length), ...tallyOf(statuses).map(([status, count]) => words.tally(status, count))]
  return <p className={`${textStyles.soft} ${layoutStyles.medium} ${recordStyles.recordTally}`}>{told.join(' · ')}</p>
}
