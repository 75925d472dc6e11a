import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { bytes, id, instant, slug, text } from '../core/fields.ts'
import { alertModes } from '../tracking/alerts.ts'
import { evidenceKinds } from '../tracking/evidence.ts'
import { sendAs } from './endpoints.ts'
import { transferFilters, transferSorts } from './views.ts'

/** One line of a list, the wire's names. */
export const listedTransfer = z.object({
  _id: id,
  slug,
  sendAs,
  dateSent: z.number(),
  /** Null: never. */
  expiryDate: z.number().nullable(),
  total_downloads: z.int(),
  /** Of the first files by position; `fileNumber` counts all. */
  fileName: z.string(),
  fileNumber: z.int(),
  bytes,
  size: z.string(),
  message: z.string(),
  senderEmail: z.string(),
  senderName: z.string().nullable(),
  /** The first three; `recipientCount` counts all. */
  emailTo: z.array(z.object({ email: z.string(), name: z.string().nullable() })),
  recipientCount: z.int(),
  /** By an open link: devices that came, and those of them that have everything. */
  deviceCount: z.int(),
  devicesFinished: z.int(),
  /** 'deleted': the record alone is left, without links and bytes. */
  state: z.enum(['active', 'expired', 'paused', 'deleted']),
  /** Null: it stands. */
  deletedAt: z.number().nullable(),
  /** Active with no finished download. */
  isUnseen: z.boolean(),
  /** Everybody it went to has everything, by an open link somebody; of a received transfer its receiver has. */
  isDelivered: z.boolean(),
  /**
   * Delivered, as far as a proxy tells: of one of those it went to, by an open link of all who finished. Of one's own
   * alone.
   */
  isHandedOver: z.boolean(),
  /** Less than 2.2 days left. */
  isExpiring: z.boolean(),
  /**
   * The link to open or copy: `/w/{slug}`; of a received transfer the receiver's own; null where there is none to show.
   */
  link: z.string().nullable(),
})
export type ListedTransfer = z.infer<typeof listedTransfer>

/** Bytes that have arrived and are not known to have been read. */
const doubt = z.object({
  bytes,
  files: z.int(),
  /** They are the last ones of the one file they are in, which was read up to them. */
  isEnd: z.boolean(),
})
export type DeliveryDoubt = z.infer<typeof doubt>

/** What is known of deliveries of some files, by the law of docs/evidence.md. */
const known = z.object({
  /** On what the finished ones rest: the kind that says least. Null: none is finished, or the ledger does not say. */
  evidence: z.enum(evidenceKinds).nullable(),
  /** In the finished ones; null: nothing. */
  doubt: doubt.nullable(),
  /** In those that have arrived whole and are not finished, with no connection open; null: nothing. */
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
   * A device that came by the open link: what it calls itself, and whether it stands for all that have no row of their
   * own.
   */
  device: z.object({ name: z.string().nullable(), isRest: z.boolean() }).nullable(),
  /** Of the newest mail that brought them their link. */
  mail: z.enum(['queued', 'accepted', 'refused', 'none']),
  openedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  /** Of the files the transfer has now; `downloads` counts those it had before, too. */
  deliveredBytes: bytes,
  /** Of those that are not withdrawn. */
  filesFinished: z.int(),
  /** All bytes of them have arrived, or they are finished: an empty file is there once its answer was read. */
  filesArrived: z.int(),
  /** Of the same files. Of the open link itself nothing is known: its devices have what there is. */
  known,
  /** The file whose bytes went out last, while they have not all of it; null: none. */
  current: z.object({ fileName: z.string(), bytes, deliveredBytes: bytes }).nullable(),
  /** Since when their download has been standing still; null: it is not. */
  stalledAt: instant.nullable(),
  downloads: z.int(),
  isRemoved: z.boolean(),
  country: z.string().nullable(),
  city: z.string().nullable(),
})
export type RecipientState = z.infer<typeof recipientState>

/** One transfer with everything its owner may change. */
export const transferRecord = listedTransfer.extend({
  expirySeconds: z.int(),
  files: z.array(
    z.object({
      _id: id,
      fileName: z.string(),
      bytes,
      sha256: z.string().nullable(),
      addedAt: instant,
      isWithdrawn: z.boolean(),
      replaces: z.string().nullable(),
      hasThumbnail: z.boolean(),
      /** How many of the recipients who stand, devices among them, have it; and what is known of theirs. */
      delivered: known.extend({ recipients: z.int() }),
    }),
  ),
  /**
   * In the sender's order; behind them the devices that came by an open link, the latest first: `deviceCount` counts
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
  /** Null: what the account chose. */
  alerts: z.enum(alertModes).nullable(),
  /** What recipients request and the sender has not granted yet, the latest first. */
  accessRequests: z.array(
    z.object({ _id: id, wish: z.enum(['time', 'access']), email: z.string(), requestedAt: instant }),
  ),
  /** Null: as the account has it. */
  remindRecipients: z.boolean().nullable(),
})
export type TransferRecord = z.infer<typeof transferRecord>

/** The dashboard's list. `skip` is how many rows to leave out (the wire's own paging); `after` is keyset and wins. */
export const listTransfers = endpoint('listTransfers', {
  summary: 'Transfers of the account, or one of them',
  auth: 'session',
  query: z.strictObject({
    userid: id.optional(),
    /** One record. Present and empty: the problem 'no-slug'. */
    slug: text(64).optional(),
    skip: z.coerce.number().int().min(0).max(1_000_000).default(0),
    dev: text(20).optional(),
    filter: z.enum(transferFilters).default('all'),
    sort: z.enum(transferSorts).default('new'),
    /** Searches file names, recipients and slugs. */
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
    /** Deleted ones whose records are kept; counted up to 1,000. */
    deletedCount: z.int(),
    thisMonthsTransfers: z.int(),
    sharedCount: z.int(),
    next: z.string().nullable(),
  }),
  problems: ['unauthenticated', 'not-yours', 'no-slug', 'transfer-not-found', 'invalid-input'],
})

const ids = z.array(id).min(1).max(500)

/**
 * Ends links. Files that no other transfer holds go with them; `restoreTransfers` brings all back for a minute. The
 * record of what was sent to whom and what became of it stays, until `eraseRecords`.
 */
export const deleteTransfer = endpoint('deleteTransfer', {
  summary: 'Delete transfers',
  auth: 'session',
  body: z.strictObject({ type: z.enum(['sent', 'received']).default('sent'), ids, userid: id.optional() }),
  reply: z.object({ deleted: z.int(), undoSeconds: z.int() }),
  problems: ['unauthenticated', 'not-yours', 'transfer-not-found'],
})

/**
 * Erases the records of deleted transfers for good: addresses, names, messages; digests in ledgers say nobody's name
 * any more.
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

/** The new expiry counts from now. Expired ones open again. */
export const extendTransfers = endpoint('extendTransfers', {
  summary: 'Give transfers a new expiry',
  auth: 'session',
  body: z.strictObject({ ids, expirySeconds: z.number() }),
  reply: z.object({ extended: z.int() }),
  problems: ['unauthenticated', 'transfer-not-found', 'expiry-reserved', 'account-suspended'],
})
