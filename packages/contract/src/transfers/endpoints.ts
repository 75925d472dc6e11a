import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import {
  bytes,
  id,
  ignored,
  instant,
  label,
  language,
  message,
  profilePic,
  slug,
  text,
  typedAddress,
} from '../core/fields.ts'
import { manifestFile, uploadPlan } from '../uploads/endpoints.ts'

export const sendAs = z.enum(['email', 'link'])

const recipient = z.strictObject({ email: typedAddress, name: label(200).optional(), company: label(200).optional() })

/** A stored file to send on: `newPath` is its id, `fileName` a wish, `size` is ignored. */
const forwardedItem = z.strictObject({ fileName: text(1_000), size: bytes.optional(), newPath: id })

/** What the sender wrote, kept with the upload so that it can be resumed anywhere. */
export const draft = z.object({
  sendAs,
  senderEmail: z.string(),
  emailTo: z.array(z.object({ email: z.string(), name: z.string().optional(), company: z.string().optional() })),
  message: z.string(),
  expirySeconds: z.int(),
  /** Those of its forwarded files that are still there. */
  forwarded: z.array(forwardedItem).optional(),
})
export type DraftBody = z.infer<typeof draft>

/** What else the specification names of a transfer: the plan and the save take it, and neither believes it. */
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
  shareWith: ignored,
  parentAdminID: ignored,
}

/**
 * Judges the draft and plans its upload. The same sender's same files within 7 days return the old upload: that is
 * how a transfer is resumed on any device, once the files are picked again.
 */
export const planTransfer = endpoint('planTransfer', {
  summary: 'Judge a draft and plan its upload',
  maxBodyBytes: 8_388_608,
  body: z.strictObject({
    sendAs: sendAs.default('email'),
    /** An account may leave it out: it then sends under its own. */
    senderEmail: typedAddress.default(''),
    emailTo: z.array(recipient).max(1_000),
    message: message.default(''),
    expirySeconds: z.number(),
    files: z.array(manifestFile).max(10_000),
    forwarded: z.array(forwardedItem).max(1_500).default([]),
    /** The browser's `navigator.connection.effectiveType`. */
    effectiveType: z.enum(['slow-2g', '2g', '3g', '4g', 'other']).default('other'),
    lang: language.optional(),
    /** Of accounts: whether recipients who have fetched nothing are mailed once more. Absent: as the account has it. */
    remindRecipients: z.boolean().optional(),
    ...payloadFields,
  }),
  reply: z.object({
    /** The contacts given with the transfer, parsed. */
    contacts: z.array(z.object({ email: z.string(), name: z.string().nullable(), company: z.string().nullable() })),
    /** True where an unfinished upload of the same files goes on. */
    resumed: z.boolean(),
    plan: uploadPlan,
  }),
  problems: [
    'unauthenticated',
    'account-suspended',
    'subscription-due',
    'month-full',
    'not-yours',
    'sender-unproven',
    'free-sends-used',
    'network-sends-used',
    'over-transfer-limit',
    'too-many-recipients',
    'too-many-files',
    'insecure-file-type',
    'piracy-marker',
    'links-reserved',
    'expiry-reserved',
    'message-holds-link',
    'invalid-recipient',
    'storage-full',
    'file-blocked',
    'disk-full',
    'file-not-found',
    'too-many-uploads',
    'sending-paused',
    'too-many-mails',
  ],
})

/**
 * An unfinished upload of this account or browser, with what was written: the page picks it up after a reload. Mints a
 * new token.
 */
export const resumeTransfer = endpoint('resumeTransfer', {
  summary: 'Take up an unfinished transfer of this account or browser',
  body: z.strictObject({ upload: id }),
  reply: z.object({ draft, plan: uploadPlan }),
  problems: ['upload-not-found', 'upload-closed'],
})

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
  message: z.string(),
  emailTo: z.array(z.object({ email: z.string(), name: z.string().optional(), company: z.string().optional() })),
  recordedVideos: z.array(z.never()),
  voiceMemo: z.null(),
  /** In the sender's order; `itemPath` is the file's id. */
  fileObjects: z.array(z.object({ fileName: z.string(), size: bytes, itemPath: id })),
  fileName: z.string(),
  fileNumber: z.int(),
  /** Human, as section "Transfer payload" has it. */
  size: z.string(),
  bytes,
  dateSent: z.number(),
  expirySeconds: z.int(),
  expiryDate: z.number().nullable(),
  status: z.literal(true),
  /** The sending account's own picture. */
  profilePic,
  shareWith: z.array(z.never()),
})
export type SavedTransfer = z.infer<typeof savedTransfer>

/**
 * The save: every part is in; makes the transfer visible and queues its mails, in one transaction. Idempotent by
 * upload.
 */
export const completeTransfer = endpoint('completeTransfer', {
  summary: 'Save a transfer whose bytes are all there, and mail its recipients',
  maxBodyBytes: 4_194_304,
  body: z.strictObject({
    upload: id,
    token: text(200),
    sendAs: sendAs.optional(),
    senderEmail: typedAddress.optional(),
    message: message.optional(),
    emailTo: z.array(recipient).max(1_000).optional(),
    expirySeconds: z.number().optional(),
    lang: language.optional(),
    remindRecipients: z.boolean().optional(),
    ...payloadFields,
  }),
  reply: z.object({ data: z.object({ ops: z.array(savedTransfer).length(1) }) }),
  problems: [
    'unauthenticated',
    'not-yours',
    'account-suspended',
    'subscription-due',
    'month-full',
    'upload-closed',
    'insecure-file-type',
    'upload-not-found',
    'upload-token-wrong',
    'upload-incomplete',
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

/** What a recipient may see of a transfer. */
export const transferView = z.object({
  slug,
  state: z.enum(['active', 'expired']),
  sender: z.object({
    email: z.string(),
    name: z.string().nullable(),
    isProven: z.boolean(),
    /** Of a proven sender with an account. */
    profilePic,
  }),
  recipient: z.string().nullable(),
  message: z.string(),
  sentAt: instant,
  expiresAt: instant.nullable(),
  files: z.array(z.object({ id, path: z.string(), bytes, sha256: z.string().nullable(), isWithdrawn: z.boolean() })),
  totalBytes: bytes,
  /** Exact size of the zip of everything. */
  zipBytes: bytes,
})
export type TransferView = z.infer<typeof transferView>
