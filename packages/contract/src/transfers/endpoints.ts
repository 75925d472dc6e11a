import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import {
  bytes,
  id,
  ignored,
  label,
  language,
  message,
  profilePic,
  slug,
  text,
  title,
  typedAddress,
} from '../core/fields.ts'
import { alertModes } from '../tracking/alerts.ts'
import { fastestRegion, lineHint, manifestFile, uploadPlan, waitMs, wayOfBytes } from '../uploads/endpoints.ts'
import { arrivalView } from './arrival.ts'
import { downloadLimit, scheduled, sendLater } from './sending-fields.ts'

export const sendAs = z.enum(['email', 'link'])

const recipient = z.strictObject({ email: typedAddress, name: label(200).optional(), company: label(200).optional() })

/** A stored file to forward: `newPath` is its id, `fileName` a wish, `size` is ignored. */
const forwardedItem = z.strictObject({ fileName: text(1_000), size: bytes.optional(), newPath: id })

/** What the sender wrote, stored with the upload so that any device can resume it. */
export const draft = z.object({
  sendAs,
  senderEmail: z.string(),
  emailTo: z.array(z.object({ email: z.string(), name: z.string().optional(), company: z.string().optional() })),
  title: z.string().nullable(),
  message: z.string(),
  expirySeconds: z.int(),
  /** Those of its forwarded files that still exist. */
  forwarded: z.array(forwardedItem).optional(),
})
export type DraftBody = z.infer<typeof draft>

/** A member of the sender's team with whom a transfer is shared. */
export const shareWith = z.object({
  shareWithId: id,
  shareWithEmail: z.string(),
  shareWithFullName: z.string(),
  shareWithProfilePic: profilePic,
})
export type ShareWith = z.infer<typeof shareWith>

/** Who to share with: only the ids count. */
export const shareWithList = z
  .array(
    z.strictObject({
      shareWithId: id,
      shareWithEmail: ignored,
      shareWithFullName: ignored,
      shareWithProfilePic: ignored,
    }),
  )
  .max(100)

/** Other fields that the specification names for a transfer: the plan and the save accept and ignore them. */
const payloadFields = {
  slug: ignored,
  senderId: ignored,
  senderName: ignored,
  company: ignored,
  recordedVideos: ignored,
  voiceMemo: ignored,
  fileObjects: ignored,
  fileName: ignored,
  fileNumber: ignored,
  size: ignored,
  dateSent: ignored,
  expiryDate: ignored,
  status: ignored,
  profilePic: ignored,
  parentAdminID: ignored,
}

/**
 * The transfer that was sent while these files upload: once they are all there, `completeTransfer` makes it whole.
 * Recipients, title and everything else in this call are not used. Absent: the upload has not been sent.
 */
const alreadySent = z.object({ _id: id, slug })

/**
 * Checks the draft and plans its upload. The same files from the same sender within 7 days return the old upload: this
 * is how any device resumes a transfer, once the sender picks the files again.
 */
export const planTransfer = endpoint('planTransfer', {
  summary: 'Judge a draft and plan its upload',
  keyScope: 'send',
  maxBodyBytes: 8_388_608,
  body: z.strictObject({
    sendAs: sendAs.default('email'),
    /** An account may leave it out: it then sends from its own address. */
    senderEmail: typedAddress.default(''),
    emailTo: z.array(recipient).max(1_000),
    /** Empty: readers see one made from the files. */
    title: title.default(''),
    message: message.default(''),
    expirySeconds: z.number(),
    files: z.array(manifestFile).max(10_000),
    forwarded: z.array(forwardedItem).max(1_500).default([]),
    ...wayOfBytes,
    region: fastestRegion,
    lang: language.optional(),
    /** For accounts: whether recipients who have downloaded nothing get one reminder. Absent: the account's setting. */
    remindRecipients: z.boolean().optional(),
    /** Members of the account's team who may read the transfer once it is sent. */
    shareWith: shareWithList.default([]),
    /** For accounts: what to open it takes from the first moment, as `editTransfer` changes it later. */
    password: text(256).nullable().optional(),
    downloadLimit,
    onlyProven: z.boolean().optional(),
    /** For accounts: what its sender gets mails about. Absent: the account's setting. */
    alerts: z.enum(alertModes).nullable().optional(),
    /** For accounts. Null or absent: at once. */
    sendLater: sendLater.nullable().optional(),
    ...payloadFields,
  }),
  reply: z.object({
    /** The contacts from the form, parsed. */
    contacts: z.array(z.object({ email: z.string(), name: z.string().nullable(), company: z.string().nullable() })),
    /** True where it continues an unfinished upload of the same files. */
    resumed: z.boolean(),
    plan: uploadPlan,
    arriving: alreadySent.optional(),
  }),
  problems: [
    'unauthenticated',
    'account-suspended',
    'subscription-due',
    'seat-lost',
    'month-full',
    'not-yours',
    'sender-unproven',
    'free-sends-used',
    'network-sends-used',
    'over-transfer-limit',
    'too-many-recipients',
    'too-many-files',
    'insecure-file-type',
    'password-too-short',
    'send-time-refused',
    'busy',
    'piracy-marker',
    'links-reserved',
    'expiry-reserved',
    'message-holds-link',
    'invalid-recipient',
    'storage-full',
    'file-blocked',
    'disk-full',
    'file-not-found',
    'member-not-found',
    'too-many-uploads',
    'sending-paused',
    'too-many-mails',
  ],
})

/**
 * An unfinished upload of this account or browser, with what the sender wrote: the page resumes it after a reload.
 * Issues a new token.
 */
export const resumeTransfer = endpoint('resumeTransfer', {
  summary: 'Take up an unfinished transfer of this account or browser',
  keyScope: 'send',
  worksWithoutFactor: true,
  body: z.strictObject({ upload: id }),
  reply: z.object({ draft, plan: uploadPlan, arriving: alreadySent.optional() }),
  problems: ['upload-not-found', 'upload-closed'],
})

/** A file of a transfer; `itemPath` is its id. */
const fileObject = z.object({ fileName: z.string(), size: bytes, itemPath: id })

export const savedTransfer = z.object({
  _id: id,
  slug,
  sendAs,
  /** The account that sent it; null for a visitor. */
  senderId: id.nullable(),
  senderEmail: z.string(),
  fromEmail: z.string(),
  senderName: z.string().nullable(),
  fullName: z.string().nullable(),
  company: z.string().nullable(),
  /** Null: none was written, and readers see one made from the files. */
  title: z.string().nullable(),
  message: z.string(),
  emailTo: z.array(z.object({ email: z.string(), name: z.string().optional(), company: z.string().optional() })),
  /** Those of `fileObjects` that were recorded in the browser, by their names. */
  recordedVideos: z.array(fileObject),
  voiceMemo: fileObject.nullable(),
  /** In the sender's order. */
  fileObjects: z.array(fileObject),
  fileName: z.string(),
  fileNumber: z.int(),
  /** For people, as the section "Transfer payload" specifies it. */
  size: z.string(),
  bytes,
  dateSent: z.number(),
  expirySeconds: z.int(),
  expiryDate: z.number().nullable(),
  /** Null: it has been sent. */
  sendLater: scheduled.nullable(),
  status: z.literal(true),
  /** The sending account's uploaded picture. */
  profilePic,
  shareWith: z.array(shareWith),
  /** The link at the workspace's own host, where its links use one. */
  customURL: z.string().optional(),
  /** Absent: every file is there. */
  arrival: arrivalView.optional(),
})
export type SavedTransfer = z.infer<typeof savedTransfer>

/**
 * Saves what has arrived: makes the transfer visible and queues its mails in one transaction. Idempotent by upload.
 *
 * With `whileUploading` it does so before the bytes are there: recipients get their mails at once and see what has
 * arrived; the upload stays open, and its parts are sent as before. A second save, without `whileUploading`, makes the
 * transfer whole once every part is there; other fields of it are not used. The server refuses `whileUploading` as
 * 'not-while-uploading' for a scheduled transfer and for an upload by storage credentials.
 */
export const completeTransfer = endpoint('completeTransfer', {
  summary: 'Save a transfer whose bytes are all there, or on their way, and mail its recipients',
  keyScope: 'send',
  worksWithoutFactor: true,
  maxBodyBytes: 4_194_304,
  body: z.strictObject({
    upload: id,
    token: text(200),
    sendAs: sendAs.optional(),
    senderEmail: typedAddress.optional(),
    title: title.optional(),
    message: message.optional(),
    emailTo: z.array(recipient).max(1_000).optional(),
    expirySeconds: z.number().optional(),
    lang: language.optional(),
    remindRecipients: z.boolean().optional(),
    /** As planned. */
    shareWith: ignored,
    /** What the upload reached, for this device's next one. */
    line: lineHint.optional(),
    /** Sends the transfer now, before all its bytes are there. `waitMs` is not used then. */
    whileUploading: z.boolean().optional(),
    ...{ waitMs: waitMs.optional(), ...payloadFields },
  }),
  reply: z.object({ data: z.object({ ops: z.array(savedTransfer).length(1) }) }),
  problems: [
    'unauthenticated',
    'not-yours',
    'account-suspended',
    'subscription-due',
    'seat-lost',
    'month-full',
    'upload-closed',
    'insecure-file-type',
    'upload-not-found',
    'upload-token-wrong',
    'upload-incomplete',
    'not-while-uploading',
    'sender-unproven',
    'free-sends-used',
    'network-sends-used',
    'over-transfer-limit',
    'too-many-recipients',
    'invalid-recipient',
    'expiry-reserved',
    'links-reserved',
    'message-holds-link',
    'storage-full',
    'file-blocked',
    'file-not-found',
    'store-unavailable',
    'sending-paused',
    'too-many-mails',
  ],
})
