import { formatBytes } from '@waybill/contract/sizes'
import type { RecipientState, TransferRecord } from '@waybill/contract/transfer-list'
import { Address } from '../ui/address.tsx'
import { formatDay, formatTime } from '../ui/moment.ts'
import { RouteLine, type RouteStop } from '../ui/route-line.tsx'
import { Slip } from '../ui/slip.tsx'
import { Stamp, type StampInk } from '../ui/stamp.tsx'
import { useLanguage, useWords } from '../words/language.tsx'
import { transferListWords } from '../words/transfer-list.ts'
import { transferRecordWords } from '../words/transfer-record.ts'

/** As many lines as a glance takes in; all recipients stand in the list below. */
const MOST_STOPS = 6

/** The transfer as its slip: what, when, and how far each recipient's way is done. */
export function RecordSlip({ record }: { record: TransferRecord }) {
  const words = useWords(transferRecordWords)
  const { language } = useLanguage()
  const sentAt = new Date(record.dateSent).toISOString()
  const stamp = stampOf(record)
  return (
    <Slip
      number={record.slug}
      name={words.slipName(record.slug)}
      label={words.sentOn(`${formatDay(sentAt, 'local', language)}, ${formatTime(sentAt, 'local')}`)}
    >
      <div className="record-head">
        <h1>
          {record.fileName}
          {record.fileNumber > 1 && <span className="soft"> {words.more(record.fileNumber - 1)}</span>}
        </h1>
        <Stamp ink={stamp.ink}>{words.stamps[stamp.word]}</Stamp>
      </div>
      <p className="soft record-life">
        {formatBytes(record.bytes, language)} · <Life record={record} />
      </p>
      <RouteLine origin={useOrigin(record)} stops={useStops(record)} />
    </Slip>
  )
}

/** Where it set out, if that is known; whose it is stands there once. */
function useOrigin({ senderCity, senderCountry }: TransferRecord): { place: string; note: string } {
  const words = useWords(transferRecordWords)
  const place = senderCity ?? senderCountry
  return place ? { place, note: words.you } : { place: words.you, note: '' }
}

function Life({ record: { expiryDate, state } }: { record: TransferRecord }) {
  const words = useWords(transferListWords)
  const { language } = useLanguage()
  if (expiryDate === null) return words.neverExpires
  const day = formatDay(new Date(expiryDate).toISOString(), 'local', language)
  return state === 'expired' ? words.expired(day) : words.expires(day)
}

function useStops(record: TransferRecord): RouteStop[] {
  const words = useWords(transferRecordWords)
  const people = record.recipients.filter(({ isRemoved }) => !isRemoved)
  return people.slice(0, MOST_STOPS).map((recipient) => {
    const share = shareOf(recipient, record)
    return {
      key: recipient._id,
      place: (
        <>
          {recipient.city && `${recipient.city} · `}
          {recipient.name || (recipient.email ? <Address of={recipient.email} /> : words.linkHolder)}
        </>
      ),
      note: words.way(wayOf(recipient, record), Math.floor(share * 100)),
      done: share,
      state: share >= 1 ? 'delivered' : 'under-way',
    }
  })
}

export type Way = 'finished' | 'under-way' | 'opened' | 'mailed' | 'queued' | 'refused' | 'waiting'

/** How far one recipient has come, in one word. */
export function wayOf(recipient: RecipientState, record: TransferRecord): Way {
  if (recipient.finishedAt !== null || shareOf(recipient, record) >= 1) return 'finished'
  if (recipient.deliveredBytes > 0) return 'under-way'
  if (recipient.openedAt !== null) return 'opened'
  if (recipient.mail === 'refused') return 'refused'
  if (recipient.mail === 'accepted') return 'mailed'
  return recipient.mail === 'queued' ? 'queued' : 'waiting'
}

/** Of everything that stands in the transfer, 0 to 1. */
export function shareOf(recipient: RecipientState, record: TransferRecord): number {
  if (recipient.finishedAt !== null) return 1
  return record.bytes === 0 ? 0 : Math.min(1, recipient.deliveredBytes / record.bytes)
}

type StampWord = 'expired' | 'paused' | 'delivered' | 'under-way' | 'opened' | 'sent'

function stampOf(record: TransferRecord): { word: StampWord; ink: StampInk } {
  const ways = record.recipients.filter(({ isRemoved }) => !isRemoved).map((one) => wayOf(one, record))
  if (record.state === 'expired') return { word: 'expired', ink: 'ink' }
  if (record.isPaused) return { word: 'paused', ink: 'ink' }
  if (ways.length > 0 && ways.every((way) => way === 'finished')) return { word: 'delivered', ink: 'delivered' }
  if (ways.some((way) => way === 'finished' || way === 'under-way')) return { word: 'under-way', ink: 'waiting' }
  return ways.includes('opened') ? { word: 'opened', ink: 'delivered' } : { word: 'sent', ink: 'stamp' }
}
