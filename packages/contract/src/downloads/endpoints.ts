import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { bytes, id, instant, language, text, typedAddress } from '../core/fields.ts'
import { transferView } from '../transfers/transfer-view.ts'
import { MAX_ANSWER, MAX_CHALLENGE_CHARS, PROOF_ANSWERS } from './proof-of-work.ts'
import { receivedLink, receivedLinkProblems } from './received-link.ts'

export { followArrival, readArrival } from './arrival-endpoints.ts'

const files = z.union([z.literal('all'), z.array(id).min(1).max(1_500)])

/**
 * Opens a transfer that is restricted by a password or to verified addresses: the browser keeps a pass for a day.
 * `email` alone mails a code where the transfer is for that address, and gives the same answer where it is not; `code`
 * is the code of the address typed last. As a form it answers 303 to the transfer's page.
 */
export const unlockTransfer = endpoint('unlockTransfer', {
  summary: 'Open a transfer with its password, or as a proven address',
  worksWithoutFactor: 'as-visitor',
  body: z.strictObject({
    ...receivedLink,
    password: text(256).optional(),
    email: typedAddress.optional(),
    code: text(64).optional(),
    lang: language.optional(),
  }),
  reply: z.object({ isOpen: z.boolean(), challenges: z.array(z.enum(['password', 'email', 'code'])) }),
  problems: [
    'transfer-not-found',
    'link-password-wrong',
    'code-malformed',
    'code-wrong',
    'code-expired',
    'invalid-recipient',
    'too-many-codes',
    'too-many-requests',
    'proof-required',
    'busy',
  ],
  auth: 'form',
})

/**
 * The page was visible and its scripts run. This counts as opened, once per recipient, page and half hour, where
 * neither the page view nor this report looks like a bot's. `visit` came with the page and tells how the server judged
 * its view. `stayed`: a visitor who came within seconds of the mail has made a gesture, or has stayed for half a
 * minute; the server believes it only together with `visit`, and not against another sign of a bot.
 */
export const reportOpened = endpoint('reportOpened', {
  summary: 'The page of a transfer was shown to a person',
  worksWithoutFactor: 'as-visitor',
  body: z.strictObject({ ...receivedLink, visit: text(128).optional(), stayed: z.boolean().optional() }),
  status: 204,
  problems: [...receivedLinkProblems],
})

/** Some of a transfer's files, in the sender's order, and facts about their folders. */
const contentsPart = z.object({
  files: transferView.shape.files,
  /** Those of them that have a thumbnail. */
  drawn: z.array(id),
  /** The position of the first of these among all files. */
  from: z.int(),
  /** Where the next part begins; null after the last one. */
  next: z.int().nullable(),
  /** Files of the whole transfer, how many of them are not withdrawn, and how many of those have not been found clean. */
  count: z.int(),
  standing: z.int(),
  unscanned: z.int(),
  /** Of the folder and everything below it. */
  folders: z.array(z.object({ path: z.string(), fileCount: z.int(), bytes })),
})
export type ContentsPart = z.infer<typeof contentsPart>

/** The page of a long transfer comes with its first files; these are the others. Changes nothing. */
export const listReceivedFiles = endpoint('listReceivedFiles', {
  summary: 'More files of a transfer, for its recipient',
  worksWithoutFactor: 'as-visitor',
  body: z.strictObject({ ...receivedLink, from: z.int().min(0).max(99_999).default(0) }),
  reply: contentsPart,
  problems: [...receivedLinkProblems],
})

/** The click that makes a download grant. As a form it answers 303 to the one file or the zip. Counts nothing. */
export const grantDownload = endpoint('grantDownload', {
  summary: 'Open a download grant',
  worksWithoutFactor: 'as-visitor',
  body: z.strictObject({
    ...receivedLink,
    /** A form's button can name one file only. */
    files: z.union([files, id]).default('all'),
    /** One file, instead of `files`: as a form it answers 303 to the transfer's page, which plays it. */
    play: id.optional(),
  }),
  reply: z.object({ grant: z.string(), expiresAt: instant }),
  problems: [
    'transfer-not-found',
    'transfer-expired',
    'file-not-found',
    'file-withdrawn',
    'file-still-arriving',
    'files-still-arriving',
    'file-missing',
    'scan-pending',
    'scan-missing',
    'too-many-requests',
    'proof-required',
    'transfer-paused',
    'link-locked',
    'download-limit-reached',
  ],
  auth: 'form',
})

/** The page's contents and a link per file of the grant. */
export const describeDownload = endpoint('describeDownload', {
  summary: 'Contents and per-file links of a grant',
  worksWithoutFactor: 'as-visitor',
  body: z.strictObject({ grant: text(64) }),
  reply: z.object({ transfer: transferView, links: z.array(z.object({ file: id, url: z.string(), bytes })) }),
  problems: ['grant-not-found', 'grant-expired', 'transfer-paused'],
})

/** Of a grant, and of the files that it opens. */
const ofGrant = ['grant-not-found', 'grant-expired', 'grant-elsewhere', 'file-not-found', 'file-withdrawn'] as const

/** The link of one planned zip: exact length, any Range, the same bytes at every call. */
export const planZip = endpoint('planZip', {
  summary: 'Link of the zip of a grant',
  worksWithoutFactor: 'as-visitor',
  body: z.strictObject({ grant: text(64), files: files.default('all') }),
  reply: z.object({ url: z.string(), bytes, name: z.string(), etag: z.string() }),
  problems: [...ofGrant, 'files-still-arriving', 'transfer-paused'],
})

/**
 * What a page needs to download one file, or the zip of everything, by ranges on several connections at once: the same
 * link as everybody's, the origins that serve it, on how many connections to ask at once, and the CRC-32 of each block
 * of it.
 */
export const planFastDownload = endpoint('planFastDownload', {
  summary: 'Plan of a download by several connections',
  worksWithoutFactor: 'as-visitor',
  body: z.strictObject({
    grant: text(64),
    /** Absent: the zip of everything that the grant opens. */
    file: id.optional(),
  }),
  reply: z.object({
    /** A path. */
    url: z.string(),
    name: z.string(),
    bytes,
    /** What `If-Range` names: a part is never continued with other bytes. */
    etag: z.string(),
    /** Each serves `url`, to pages of this server by CORS. */
    origins: z.array(z.string()).min(1),
    atOnce: z.int(),
    /** In order, the first from byte 0, each up to byte `to`; at most 1,001. */
    blocks: z.array(z.object({ to: bytes, crc32: z.int() })),
  }),
  problems: [...ofGrant, 'file-still-arriving', 'files-still-arriving', 'transfer-paused', 'download-limit-reached'],
})

/**
 * One file, whole or by Range. A file that is still arriving is answered with its whole length: the bytes that are there
 * leave at once and the others as they come. A connection that gets no byte for a while is cut short, never ended as if
 * the file were whole; the client asks for the rest by Range. Where `isReadable` of its `arrival` is false, the answer is
 * 'file-still-arriving' with Retry-After.
 */
export const downloadFile = endpoint('downloadFile', {
  summary: 'One file, whole or by Range',
  countsAmong: 'tokens',
  isDownload: true,
  crossesPorts: true,
  params: z.strictObject({ grant: text(64), file: id, name: text(1_000) }),
  problems: [
    ...ofGrant,
    'file-still-arriving',
    'file-missing',
    'range-unsatisfiable',
    'store-unavailable',
    'transfer-paused',
    'download-limit-reached',
    'too-many-calls',
  ],
})

/** The bytes of a preview: the beginning of a text, or audio and video for a player, by Range. Nothing else. */
export const readPreview = endpoint('readPreview', {
  summary: 'Text, audio or video of a preview',
  countsAmong: 'tokens',
  isDownload: true,
  params: z.strictObject({ grant: text(64), file: id }),
  problems: [
    'grant-not-found',
    'grant-expired',
    'file-not-found',
    'file-withdrawn',
    'file-still-arriving',
    'range-unsatisfiable',
    'store-unavailable',
    'transfer-paused',
  ],
})

/** `selection` is 'all' or a base64url bitmap over the grant's files in their order, first file in the highest bit. */
export const downloadZip = endpoint('downloadZip', {
  summary: 'Everything granted as one zip, whole or by Range',
  countsAmong: 'tokens',
  isDownload: true,
  crossesPorts: true,
  params: z.strictObject({ grant: text(64), selection: text(512), name: text(1_000) }),
  problems: [
    ...ofGrant,
    'files-still-arriving',
    'range-unsatisfiable',
    'store-unavailable',
    'transfer-paused',
    'download-limit-reached',
    'too-many-calls',
  ],
})

/**
 * The answers to a challenge of 'proof-required': sets a pass as a cookie, for ten minutes and twenty links that lead
 * nowhere. Each challenge is good once, for the network that got it.
 */
export const proveWork = endpoint('proveWork', {
  summary: 'Show the work that a network must do which tried too many links',
  worksWithoutFactor: true,
  body: z.strictObject({
    challenge: text(MAX_CHALLENGE_CHARS),
    answers: z.array(z.int().min(0).max(MAX_ANSWER)).length(PROOF_ANSWERS),
  }),
  status: 204,
  problems: ['proof-refused'],
})
