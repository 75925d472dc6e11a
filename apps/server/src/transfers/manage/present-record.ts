import { weakestOnRecord } from '@waybill/contract/tracking/evidence'
import type { ShareWith } from '@waybill/contract/transfers/endpoints'
import type {
  DeliveryDoubt,
  DeliveryKnown,
  RecipientState,
  TransferRecord,
} from '@waybill/contract/transfers/list-endpoints'
import type { OpenAccessRequest } from '../access-request-store.ts'
import type { ListedRow } from '../list/listed-store.ts'
import { firstRecipientLink, presentListedTransfer } from '../list/present-listed.ts'
import { presentScan } from '../send/present-transfer.ts'
import type { KnownRow, RecordFile, RecordHead, RecordRecipient } from './record-store.ts'

/** Nothing was delivered, or another field reports it. */
const nothingKnown: DeliveryKnown = { evidence: null, doubt: null, openDoubt: null }

/**
 * The evidence of some deliveries, in wire format. If one of them has an entry without evidence, all are reported
 * without.
 */
function presentKnown(row: KnownRow): DeliveryKnown {
  return {
    evidence: weakestOnRecord(row.evidence),
    doubt: doubtOf(row.doubtBytes, row.doubtFiles, row.isDoubtEnd),
    openDoubt: doubtOf(row.openBytes, row.openFiles, row.isOpenEnd),
  }
}

const doubtOf = (bytes: number, files: number, isEnd: boolean): DeliveryDoubt | null =>
  files === 0 ? null : { bytes, files, isEnd: isEnd && files === 1 }

/** The rows of one transfer. */
export interface RecordRows {
  listed: ListedRow
  head: RecordHead
  files: readonly RecordFile[]
  recipients: readonly RecordRecipient[]
  known: readonly KnownRow[]
  downloads: ReadonlyArray<{ country: string | null; at: Date }>
  accessRequests: readonly OpenAccessRequest[]
  shareWith: ShareWith[]
}

const englishCountries = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })

/**
 * One transfer with everything that its owner may change, in wire format. The holder of an open link is not listed as a
 * recipient.
 */
export function presentTransferRecord(
  rows: RecordRows,
  { isSender, mayChange }: { isSender: boolean; mayChange: boolean },
  linkOrigin: string | null,
): TransferRecord {
  const { listed, head, files, recipients, downloads, accessRequests } = rows
  const knownOf = new Map(rows.known.map((row) => [row.recipientId ?? row.fileId, row]))
  return {
    ...presentListedTransfer(listed, firstRecipientLink(listed, linkOrigin)),
    expirySeconds: head.expiry_seconds,
    files: files.map((file) => ({
      _id: file.id,
      fileName: file.path,
      bytes: file.bytes,
      sha256: file.sha256?.toString('hex') ?? null,
      addedAt: file.added_at.toISOString(),
      isWithdrawn: file.is_withdrawn,
      scan: presentScan(file.scan_state, file.scan_because),
      replaces: file.replaces_file_id,
      hasThumbnail: file.has_thumbnail,
      delivered: deliveredOf(knownOf.get(file.id)),
    })),
    recipients: recipients.map((recipient) => presentRecipient(recipient, listed, knownOf.get(recipient.id))),
    downloads: downloads.map(({ country, at }) => ({
      country_name: country === null ? null : (englishCountries.of(country) ?? country),
      dlDate: at.getTime(),
    })),
    senderCountry: head.sender_country,
    senderCity: head.sender_city,
    isPaused: head.is_paused,
    hasPassword: head.has_password,
    downloadLimit: head.download_limit,
    onlyProven: head.only_proven,
    alerts: isSender ? head.alert_mode : null,
    accessRequests: accessRequests.map(({ id, kind, address, requested_at }) => ({
      _id: id,
      kind,
      email: address,
      requestedAt: requested_at.toISOString(),
    })),
    remindRecipients: head.remind_recipients,
    mayChange,
    shareWith: rows.shareWith,
  }
}

const deliveredOf = (known: KnownRow | undefined) =>
  known === undefined ? { recipients: 0, ...nothingKnown } : { recipients: known.finished, ...presentKnown(known) }

function presentRecipient(row: RecordRecipient, listed: ListedRow, known: KnownRow | undefined): RecipientState {
  // A job writes the mails of a sent transfer: until it has run, they count as queued.
  const unwritten = listed.send_as === 'email' && listed.sends_at === null && !row.is_removed ? 'queued' : 'none'
  return {
    _id: row.id,
    email: row.address,
    name: row.name,
    company: row.company,
    device: row.is_device ? { name: row.device, isRest: row.is_rest } : null,
    mail: row.mail ?? unwritten,
    openedAt: row.opened_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    deliveredBytes: row.delivered_bytes,
    filesFinished: row.files_finished,
    filesArrived: known?.arrived ?? row.files_finished,
    known: known === undefined ? nothingKnown : presentKnown(known),
    current: row.current && {
      fileName: row.current.path,
      bytes: row.current.bytes,
      deliveredBytes: row.current.delivered,
    },
    stalledAt: row.stalled_at?.toISOString() ?? null,
    downloads: row.downloads,
    isRemoved: row.is_removed,
    country: row.country,
    city: row.city,
  }
}
