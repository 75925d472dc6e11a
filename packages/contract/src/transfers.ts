import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { bytes, id, ignored, instant, language, message, slug, text, typedAddress } from './fields.ts'
import { manifestFile, uploadPlan } from './uploads.ts'

export const sendAs = z.enum(['email', 'link'])

const recipient = z.strictObject({ email: typedAddress, name: text(200).optional(), company: text(200).optional() })

/** What the sender wrote, kept with the upload so that it can be resumed anywhere. */
export const draft = z.object({
  sendAs,
  senderEmail: z.string(),
  emailTo: z.array(z.object({ email: z.string(), name: z.string().optional(), company: z.string().optional() })),
  message: z.string(),
  expirySeconds: z.int(),
})
export type DraftBody = z.infer<typeof draft>

/**
 * Judges the draft and plans its upload. The same sender's same files within 7 days return the old upload: that is
 * how a transfer is resumed on any device, once the files are picked again.
 */
export const planTransfer = endpoint('planTransfer', {
  summary: 'Judge a draft and plan its upload',
  maxBodyBytes: 8_388_608,
  body: z.strictObject({
    sendAs: sendAs.default('email'),
    senderEmail: typedAddress,
    emailTo: z.array(recipient).max(1_000),
    message: message.default(''),
    expirySeconds: z.number(),
    files: z.array(manifestFile).max(10_000),
    /** The browser's `navigator.connection.effectiveType`. */
    effectiveType: z.enum(['slow-2g', '2g', '3g', '4g', 'other']).default('other'),
    lang: language.optional(),
  }),
  reply: z.object({
    /** The contacts given with the transfer, parsed. */
    contacts: z.array(z.object({ email: z.string(), name: z.string().nullable(), company: z.string().nullable() })),
    /** True where an unfinished upload of the same files goes on. */
    resumed: z.boolean(),
    plan: uploadPlan,
  }),
  problems: [
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
    'disk-full',
  ],
  creates: true,
})

/** An unfinished upload of this browser, with what was written: the page picks it up after a reload. Mints a new token. */
export const resumeTransfer = endpoint('resumeTransfer', {
  summary: 'Take up an unfinished transfer of this browser',
  body: z.strictObject({ upload: id }),
  reply: z.object({ draft, plan: uploadPlan }),
  problems: ['upload-not-found', 'upload-closed'],
})

export const savedTransfer = z.object({
  _id: id,
  slug,
  sendAs,
  senderEmail: z.string(),
  fromEmail: z.string(),
  fullName: z.string().nullable(),
  message: z.string(),
  emailTo: z.array(z.object({ email: z.string() })),
  fileName: z.string(),
  fileNumber: z.int(),
  /** Human, as section "Transfer payload" has it. */
  size: z.string(),
  bytes,
  dateSent: z.number(),
  expirySeconds: z.int(),
  expiryDate: z.number().nullable(),
  status: z.literal(true),
})
export type SavedTransfer = z.infer<typeof savedTransfer>

/** The save: every part is in; makes the transfer visible and queues its mails, in one transaction. Idempotent by upload. */
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
  }),
  reply: z.object({ data: z.object({ ops: z.array(savedTransfer).length(1) }) }),
  problems: [
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
    'store-unavailable',
  ],
  creates: true,
})

/** What a recipient may see of a transfer. */
export const transferView = z.object({
  slug,
  state: z.enum(['active', 'expired']),
  sender: z.object({ email: z.string(), name: z.string().nullable(), isProven: z.boolean() }),
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
