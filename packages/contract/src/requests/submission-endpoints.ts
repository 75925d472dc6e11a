import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { bytes, id, instant, label, language, prose, slug, text, typedAddress } from '../core/fields.ts'
import { uploadPlan, wayOfBytes } from '../uploads/endpoints.ts'
import { shownThread } from './comment-shapes.ts'
import { shownItem } from './item-shapes.ts'
import { answers, claims, filesOfItems, pendingSubmission, sentAnswer, sentFile } from './sent-files.ts'
import { deadline, identityRule, itemState, requestState, sealing } from './shapes.ts'

/**
 * Answering a request. A *submission* is what one supplier sends at once. The server recognises a supplier by the token
 * of their personal link (`user`), by the address that this browser or account has proven, else by the browser;
 * suppliers see their own submissions and nothing from others.
 */
export const link = { slug: text(64), user: text(64).optional() }
export const who = {
  name: label(200).default(''),
  company: label(200).default(''),
  email: typedAddress.default(''),
  timeZone: text(64).optional(),
  lang: language.optional(),
  /** A note to the requester. */
  note: prose(500).default(''),
}

/** What every call through a link may answer. */
export const closed = ['request-not-found', 'link-locked', 'too-many-requests', 'proof-required'] as const
export const notTaking = ['request-paused', 'request-closed', 'request-expired'] as const

/** One submission: the receipt. */
export const receipt = z.object({
  _id: id,
  arrivedAt: instant,
  isLate: z.boolean(),
  note: z.string(),
  bytes,
  files: z.array(sentFile),
  answers: z.array(sentAnswer),
})
export type SubmissionReceipt = z.infer<typeof receipt>

/** The public page: who asks, for what, until when. Says nothing about other suppliers. */
export const requestView = z.object({
  slug,
  state: requestState,
  requester: z.object({ name: z.string(), company: z.string(), email: z.string() }),
  title: z.string(),
  message: z.string(),
  lang: language,
  deadline: deadline.nullable(),
  /** This supplier's deadline. */
  dueAt: instant.nullable(),
  expiresAt: instant.nullable(),
  identity: identityRule,
  /** The key for which files must be sealed; null: files are not sealed. */
  sealing: sealing.pick({ version: true, publicKey: true }).nullable(),
  /** What the request must still know about this supplier before a submission: empty when it knows everything. */
  asks: z.array(z.enum(['name', 'email', 'code'])),
  /** Of one submission. */
  limits: z.object({ maxBytes: bytes, maxFiles: z.int(), types: z.array(z.string()) }),
  /** Whether the storage of the requester has space for anything at all. */
  hasRoom: z.boolean(),
  items: z.array(
    z.object({
      ...shownItem,
      example: z.object({ fileName: z.string(), bytes }).nullable(),
      /** This supplier's last answer to a question; null for none, and for a sealed one. */
      answer: z.array(z.string()).nullable(),
      state: itemState,
      fileCount: z.int(),
      /** The reason for sending it back. */
      note: z.string(),
      ...shownThread,
    }),
  ),
  /** The identity that the link or this browser proves. */
  supplier: z.object({ name: z.string(), company: z.string(), email: z.string().nullable() }).nullable(),
  isComplete: z.boolean(),
  pending: z.array(pendingSubmission),
  sent: z.array(receipt),
})
export type RequestView = z.infer<typeof requestView>

/** Reading it changes nothing. A closed or expired request says so, and shows suppliers their own submissions. */
export const openRequest = endpoint('openRequest', {
  summary: 'What a request asks for',
  worksWithoutFactor: 'as-visitor',
  body: z.strictObject(link),
  reply: z.object({ request: requestView }),
  problems: closed,
})

/** Takes the password once: the browser keeps a pass for a day. As a form it answers 303 to the page. */
export const unlockRequest = endpoint('unlockRequest', {
  summary: 'Open a request with its password',
  worksWithoutFactor: 'as-visitor',
  body: z.strictObject({ ...link, password: text(256) }),
  reply: z.object({ isOpen: z.boolean() }),
  problems: ['request-not-found', 'link-password-wrong', 'too-many-requests', 'proof-required', 'busy'],
  auth: 'form',
})

const submissionProblems = [
  ...closed,
  ...notTaking,
  'identity-required',
  'sender-unproven',
  'invalid-recipient',
  'message-holds-link',
  'item-not-found',
  'item-full',
  'item-accepted',
  'answer-unfit',
  'file-too-large',
  'type-unwanted',
  'insecure-file-type',
  'file-not-sealed',
  'over-submission-limit',
  'submission-too-many-files',
  'inbox-full',
  'link-busy',
  'disk-full',
  'too-many-uploads',
  'store-unavailable',
  'invalid-input',
] as const

/**
 * Checks a submission and plans its upload, or resumes the one that this supplier left with the same files within seven
 * days, even after the request was closed. Files of a sealed request are planned with their sealed size; limits apply
 * to the content.
 */
export const planSubmission = endpoint('planSubmission', {
  summary: 'Plan files for a request',
  worksWithoutFactor: 'as-visitor',
  maxBodyBytes: 8_388_608,
  body: z.strictObject({
    ...link,
    ...who,
    files: filesOfItems,
    /** Kept until the files have arrived, beside others of an earlier plan for them; ignored once it is closed. */
    answers: answers.default([]),
    /** The key that the files are sealed for, null for none: refused where the request has another. */
    sealedFor: text(200).nullable().optional(),
    ...wayOfBytes,
  }),
  reply: z.object({ resumed: z.boolean(), plan: uploadPlan }),
  problems: submissionProblems,
})

/** An unfinished submission of this supplier, on any device. Issues a new token. */
export const resumeSubmission = endpoint('resumeSubmission', {
  summary: 'Take up an unfinished submission',
  worksWithoutFactor: true,
  body: z.strictObject({ ...link, upload: id }),
  reply: z.object({ plan: uploadPlan, items: z.array(id) }),
  problems: [...closed, 'upload-not-found', 'upload-closed'],
})

/** Every byte has arrived: completes the submission in one transaction. A second call returns the same receipt. */
export const completeSubmission = endpoint('completeSubmission', {
  summary: 'Make a submission',
  worksWithoutFactor: true,
  maxBodyBytes: 262_144,
  body: z.strictObject({ upload: id, token: text(200), claims: claims.optional() }),
  reply: z.object({ receipt }),
  problems: [
    'request-not-found',
    'upload-not-found',
    'upload-token-wrong',
    'upload-closed',
    'upload-incomplete',
    'item-not-found',
    'item-full',
    'item-accepted',
    'file-too-large',
    'type-unwanted',
    'insecure-file-type',
    'file-not-sealed',
    'over-submission-limit',
    'submission-too-many-files',
    'inbox-full',
    'link-busy',
    'file-blocked',
    'store-unavailable',
    'invalid-input',
  ],
})

/** Largest plain form. */
export const MAX_FORM_BYTES = 10_000_000

/**
 * A small submission as a plain form (multipart/form-data), so that it works with scripts off: fields `user`, `name`,
 * `company`, `email`, `note`, answers as `answer:` and the id of the question, and files, each under the id of its item.
 * Answers 303 to `/r/{slug}?received={submission}`. The server reads few at a time, and each must arrive within three
 * minutes: 'busy' and 'request-too-slow' come before or during the sending.
 */
export const sendSmallSubmission = endpoint('sendSmallSubmission', {
  summary: 'Send small files by a plain form',
  worksWithoutFactor: 'as-visitor',
  params: z.strictObject({ slug: text(64) }),
  maxBodyBytes: MAX_FORM_BYTES,
  auth: 'form',
  bodyTypes: ['multipart/form-data'],
  problems: [...submissionProblems, 'body-too-large', 'upload-incomplete', 'busy', 'request-too-slow'],
})

/** A plain link to an item's example file, valid for a day. As a form it answers 303 to the file. */
export const fetchItemExample = endpoint('fetchItemExample', {
  summary: 'The example of an item',
  worksWithoutFactor: 'as-visitor',
  body: z.strictObject({ ...link, item: id }),
  reply: z.object({ url: z.string(), name: z.string(), bytes }),
  problems: [...closed, 'item-not-found', 'file-not-found'],
  auth: 'form',
})

/** One submission as the requester sees it. */
export const submission = receipt.extend({
  /** `isDeleted`: the requester has deleted it from the library; it is no longer available. */
  files: z.array(sentFile.extend({ isDeleted: z.boolean() })),
  request: z.object({ _id: id, slug, title: z.string() }),
  supplier: z.object({
    _id: id,
    kind: z.enum(['invited', 'proven', 'claimed']),
    email: z.string().nullable(),
    name: z.string(),
    company: z.string(),
  }),
  fileCount: z.int(),
  country: z.string().nullable(),
  city: z.string().nullable(),
  device: z.string().nullable(),
})
export type Submission = z.infer<typeof submission>

/** Newest first, over all requests or of one, or of one supplier. `files` are the first twenty of each. */
export const listInbox = endpoint('listInbox', {
  summary: 'What arrived, from whom, when',
  keyScope: 'read',
  auth: 'session',
  query: z.strictObject({
    request: id.optional(),
    supplier: id.optional(),
    after: text(400).optional(),
    take: z.coerce.number().int().min(1).max(100).default(30),
  }),
  reply: z.object({ submissions: z.array(submission), next: z.string().nullable() }),
  problems: ['unauthenticated', 'invalid-input'],
})

/** One submission with all its files. */
export const readSubmission = endpoint('readSubmission', {
  summary: 'One submission',
  keyScope: 'read',
  auth: 'session',
  params: z.strictObject({ submission: id }),
  reply: z.object({ submission: submission }),
  problems: ['unauthenticated', 'submission-not-found'],
})

/** Opens the returned item again and mails the note to its supplier; the submitted files stay. */
export const judgeItem = endpoint('judgeItem', {
  summary: 'Accept what came to an item, or send it back',
  keyScope: 'request',
  auth: 'session',
  params: z.strictObject({ request: id, supplier: id, item: id }),
  body: z.strictObject({ verdict: z.enum(['accept', 'send-back']), note: prose(500).default('') }),
  reply: z.object({ state: itemState, completedAt: instant.nullable() }),
  problems: [
    'unauthenticated',
    'request-not-found',
    'recipient-not-found',
    'item-not-found',
    'item-empty',
    'message-holds-link',
    'account-suspended',
  ],
})

const chosen = z.array(id).min(1).max(1_000).optional()
const archiveLink = z.object({ url: z.string(), name: z.string(), bytes, files: z.int() })

/**
 * Plain links, valid for a day, to planned archives of a request's submissions, or of those of some suppliers or of some
 * alone, with a folder for each supplier. At most 1,500 files to a link. Answers and comments are those of the suppliers
 * concerned. `leftOut` counts what is in none: files that were sent back, deleted or withdrawn.
 */
export const fetchInboxFiles = endpoint('fetchInboxFiles', {
  summary: 'Everything that came, as archives',
  keyScope: 'library',
  auth: 'session',
  params: z.strictObject({ request: id }),
  body: z.strictObject({ suppliers: chosen, submissions: chosen }),
  reply: z.object({ links: z.array(archiveLink), leftOut: z.int() }),
  problems: ['unauthenticated', 'request-not-found', 'recipient-not-found', 'submission-not-found', 'file-not-found'],
})
