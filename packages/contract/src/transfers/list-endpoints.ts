import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { bytes, id, instant, slug, text } from '../core/fields.ts'
import { alertModes } from '../tracking/alerts.ts'
import { type LedgerKind, ledgerKinds } from '../tracking/endpoints.ts'
import { evidenceKinds } from '../tracking/evidence.ts'
import { scanView } from '../uploads/scan-view.ts'
import { arrivalView, fileArrival } from './arrival.ts'
import { sendAs, shareWith } from './endpoints.ts'
import { scheduled } from './sending-fields.ts'
import { transferFilters, transferSorts } from './views.ts'

const eventKinds = Object.keys(ledgerKinds) as [LedgerKind, ...LedgerKind[]]

/** One row of a list, with the wire's names. */
export const listedTransfer = z.object({
  _id: id,
  slug,
  /** The account that sent it; null for received ones. */
  senderId: id.nullable(),
  sendAs,
  dateSent: z.number(),
  /** Null: never. */
  expiryDate: z.number().nullable(),
  total_downloads: z.int(),
  /** The first files by position; `fileNumber` counts all. */
  fileName: z.string(),
  fileNumber: z.int(),
  bytes,
  size: z.string(),
  /** Null: none was written, and readers see one made from the files. */
  title: z.string().nullable(),
  /** The folder that all files are in; null: there is none. */
  folderName: z.string().nullable(),
  message: z.string(),
  senderEmail: z.string(),
  senderName: z.string().nullable(),
  /** The first three; `recipientCount` counts all. */
  emailTo: z.array(z.object({ email: z.string(), name: z.string().nullable() })),
  recipientCount: z.int(),
  /** For an open link: devices that visited, and how many of them have everything. */
  deviceCount: z.int(),
  devicesFinished: z.int(),
  /**
   * 'deleted': only the record remains, without links and bytes. 'scheduled': nobody can open it before it is sent;
   * 'unsent': it could not be sent at its time.
   */
  state: z.enum(['active', 'expired', 'paused', 'deleted', 'scheduled', 'unsent']),
  /** Null: it has been sent. */
  sendLater: scheduled.nullable(),
  /** The problem code why it was not sent at its time; null: nothing kept it. */
  unsentBecause: z.string().nullable(),
  /** It was sent while its files upload, and not all are there. Absent: all are. */
  arrival: arrivalView.optional(),
  /** Null: it is not deleted. */
  deletedAt: z.number().nullable(),
  /** Open or paused with no finished download. */
  isUnseen: z.boolean(),
  /** All recipients have everything, for an open link somebody; for a received transfer its receiver has. */
  isDelivered: z.boolean(),
  /**
   * Delivered, as far as a proxy reports: for one of the recipients, for an open link for all who finished. Only for
   * sent transfers.
   */
  isHandedOver: z.boolean(),
  /** Less than 2.2 days left. */
  isExpiring: z.boolean(),
  /** Its link asks for a password, or for proof of the recipient's address. */
  isProtected: z.boolean(),
  /** The operator has closed its links. Only for sent transfers: recipients do not see such a one. */
  isBlocked: z.boolean(),
  /** The scanner found malware in one of its current files, which nobody can download. Only for sent transfers. */
  isInfected: z.boolean(),
  /** The newest event that a person or the server caused; null: none of the latest 50, and for received transfers. */
  lastEvent: z.object({ kind: z.enum(eventKinds), at: instant }).nullable(),
  /**
   * A recipient’s mail bounced, or their download stalled, and nothing else has happened for them since; whatever others
   * do meanwhile. Null: neither, among the latest 50 events, and for received transfers.
   */
  trouble: z.enum(['bounced', 'stalled']).nullable(),
  /**
   * The link to open or copy: `/w/{slug}`, in full where the workspace has its own host; for a received transfer the
   * receiver's own; null where there is none to show.
   */
  link: z.string().nullable(),
})
export type ListedTransfer = z.infer<typeof listedTransfer>

/** Bytes that have arrived and are not known to have been read. */
const doubt = z.object({
  bytes,
  files: z.int(),
  /** They are the last bytes of their one file, which was read up to them. */
  isEnd: z.boolean(),
})
export type DeliveryDoubt = z.infer<typeof doubt>

/** What is known about deliveries of some files, by the rules of docs/evidence.md. */
const known = z.object({
  /** The evidence for the finished ones: the weakest kind. Null: none is finished, or the ledger does not record it. */
  evidence: z.enum(evidenceKinds).nullable(),
  /** In the finished files; null: none. */
  doubt: doubt.nullable(),
  /** In files that have arrived completely and are not finished, with no connection open; null: none. */
  openDoubt: doubt.nullable(),
})
export type DeliveryKnown = z.infer<typeof known>

export const recipientState = z.object({
  _id: id,
  /** Null: the open link itself, a device that came by it, or erased. */
  email: z.string().nullable(),
  name: z.string().nullable(),
  company: z.string().nullable(),
  /**
   * A device that came by the open link: the name that it gives itself, and whether it represents all devices without a
   * row.
   */
  device: z.object({ name: z.string().nullable(), isRest: z.boolean() }).nullable(),
  /** Of the newest mail with their link. */
  mail: z.enum(['queued', 'accepted', 'refused', 'none']),
  openedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  /** Of the files that the transfer has now; `downloads` also counts earlier ones. */
  deliveredBytes: bytes,
  /** Of those that are not withdrawn. */
  filesFinished: z.int(),
  /** All their bytes have arrived, or they are finished: an empty file has arrived once its answer was read. */
  filesArrived: z.int(),
  /** Of the same files. Empty for the open link itself: its devices have the facts. */
  known,
  /** The file whose bytes were sent last, while they do not have all of it; null: none. */
  current: z.object({ fileName: z.string(), bytes, deliveredBytes: bytes }).nullable(),
  /** Since when their download has stalled; null: it has not. */
  stalledAt: instant.nullable(),
  downloads: z.int(),
  isRemoved: z.boolean(),
  country: z.string().nullable(),
  city: z.string().nullable(),
})
export type RecipientState = z.infer<typeof recipientState>

/** One transfer with everything that can be changed. */
export const transferRecord = listedTransfer.extend({
  expirySeconds: z.int(),
  /** The id of its upload, for its sender, while files are missing: `resumeTransfer` continues it. */
  upload: id.optional(),
  /** When a transfer that was sent while it uploaded became whole; absent for all others. */
  wholeAt: instant.optional(),
  files: z.array(
    z.object({
      _id: id,
      fileName: z.string(),
      bytes,
      sha256: z.string().nullable(),
      addedAt: instant,
      isWithdrawn: z.boolean(),
      scan: scanView,
      arrival: fileArrival.optional(),
      replaces: z.string().nullable(),
      hasThumbnail: z.boolean(),
      /** How many of the current recipients, devices among them, have it; and the evidence for theirs. */
      delivered: known.extend({ recipients: z.int() }),
    }),
  ),
  /**
   * In the sender's order; after them the devices that came by an open link, the latest first: `deviceCount` counts
   * all.
   */
  recipients: z.array(recipientState),
  downloads: z.array(z.object({ country_name: z.string().nullable(), dlDate: z.number() })),
  senderCountry: z.string().nullable(),
  senderCity: z.string().nullable(),
  isPaused: z.boolean(),
  hasPassword: z.boolean(),
  downloadLimit: z.int().nullable(),
  onlyProven: z.boolean(),
  /** Null: the account's setting; also null for everybody but the sender. */
  alerts: z.enum(alertModes).nullable(),
  /** Access requests of recipients that the sender has not granted yet, the latest first. */
  accessRequests: z.array(
    z.object({ _id: id, kind: z.enum(['time', 'access']), email: z.string(), requestedAt: instant }),
  ),
  /** Null: the account's setting. */
  remindRecipients: z.boolean().nullable(),
  /** Whether the caller may change it: its sender, and the admin of the sender's team. Others only read it. */
  mayChange: z.boolean(),
  /** Members of the team who may read it; only its sender changes that. */
  shareWith: z.array(shareWith),
})
export type TransferRecord = z.infer<typeof transferRecord>

/**
 * The dashboard's list. `skip` is how many rows to leave out (the wire's own paging); `after` is keyset and takes
 * precedence.
 */
export const listTransfers = endpoint('listTransfers', {
  summary: 'Transfers of the account, or one of them',
  keyScope: 'read',
  auth: 'session',
  query: z.strictObject({
    userid: id.optional(),
    /**
     * Whose transfers the lists of sent and deleted ones show: an account of the team, or 'everyone'. For the admin and
     * managers; absent: the caller's. The header `isTeam` names members, in JSON, whose transfers the admin wants beside
     * the admin's own.
     */
    member: text(64).optional(),
    /** One record. Present and empty: the problem 'no-slug'. */
    slug: text(64).optional(),
    skip: z.coerce.number().int().min(0).max(1_000_000).default(0),
    dev: text(20).optional(),
    filter: z.enum(transferFilters).default('all'),
    sort: z.enum(transferSorts).default('new'),
    /** Searches titles, file names, recipients and slugs. */
    q: text(200).optional(),
    after: text(400).optional(),
    take: z.coerce.number().int().min(1).max(100).default(30),
  }),
  reply: z.object({
    allDocs: z.array(z.union([transferRecord, listedTransfer])),
    allCount: z.int(),
    activeCount: z.int(),
    expiredCount: z.int(),
    downloadsCount: z.int(),
    receivedCount: z.int(),
    /** Deleted transfers with a record; counted up to 1,000. */
    deletedCount: z.int(),
    thisMonthsTransfers: z.int(),
    /** Transfers that members of the team share with the account; counted up to 1,000. */
    sharedCount: z.int(),
    next: z.string().nullable(),
  }),
  problems: ['unauthenticated', 'not-yours', 'member-not-found', 'no-slug', 'transfer-not-found', 'invalid-input'],
})

const ids = z.array(id).min(1).max(500)

/**
 * Ends links. Files that no other transfer contains are deleted too; `restoreTransfers` restores all for a minute. The
 * record of what went to whom and what happened stays, until `eraseRecords`.
 */
export const deleteTransfer = endpoint('deleteTransfer', {
  summary: 'Delete transfers',
  auth: 'session',
  body: z.strictObject({ type: z.enum(['sent', 'received']).default('sent'), ids, userid: id.optional() }),
  reply: z.object({ deleted: z.int(), undoSeconds: z.int() }),
  problems: ['unauthenticated', 'not-yours', 'transfer-not-found'],
})

/**
 * Erases the records of deleted transfers for good: addresses, names, messages; the digests in ledgers then identify
 * nobody.
 */
export const eraseRecords = endpoint('eraseRecords', {
  summary: 'Erase the records of deleted transfers',
  auth: 'session',
  body: z.strictObject({ ids }),
  reply: z.object({ erased: z.int() }),
  problems: ['unauthenticated', 'transfer-not-found'],
})

export const restoreTransfers = endpoint('restoreTransfers', {
  summary: 'Undo a deletion of transfers',
  auth: 'session',
  body: z.strictObject({ ids }),
  reply: z.object({ restored: z.int() }),
  problems: ['unauthenticated', 'transfer-not-found', 'storage-full'],
})

/** The new expiry counts from now. Expired transfers open again. */
export const extendTransfers = endpoint('extendTransfers', {
  summary: 'Give transfers a new expiry',
  keyScope: 'send',
  auth: 'session',
  body: z.strictObject({ ids, expirySeconds: z.number() }),
  reply: z.object({ extended: z.int() }),
  problems: ['unauthenticated', 'transfer-not-found', 'expiry-reserved', 'account-suspended'],
})
