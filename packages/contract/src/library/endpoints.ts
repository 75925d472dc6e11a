import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { bytes, id, instant, slug, text } from '../core/fields.ts'
import { previewRefusals } from '../downloads/previews.ts'
import { teamMember } from '../requests/shapes.ts'
import { scanView } from '../uploads/scan-view.ts'

export const libraryFile = z.object({
  _id: id,
  fileName: z.string(),
  /** Who of the team sent it or got it. */
  owner: teamMember,
  /** Its folder inside the transfer, '' at the top. */
  folder: z.string(),
  /** Its path when it is forwarded: a file of a submission loses the folder that names its supplier. */
  pathForOthers: z.string(),
  bytes,
  kind: z.enum(['sent', 'received']),
  /** When it was sent, or reached this account. */
  at: instant,
  from: z.string().nullable(),
  sha256: z.string().nullable(),
  /** It was submitted to a request as ciphertext, and only the requester can open it. */
  isSealed: z.boolean(),
  scan: scanView,
  /** Transfers of its owner that contain it. */
  uses: z.array(z.object({ slug, transfer: id, isActive: z.boolean() })),
  /** A path signed for 600 s; null where the file can have none. 'pending' while the server makes it. */
  thumbnail: z.string().nullable(),
})
export type LibraryFile = z.infer<typeof libraryFile>

/**
 * Without `q` the recent files, 30 at a time; with it at most 200 a page. Of other members it lists what they sent and what
 * their requests got; what was sent to a member by a transfer is the member's alone.
 */
export const listLibrary = endpoint('listLibrary', {
  summary: 'Files ever sent or received',
  keyScope: 'library',
  auth: 'session',
  query: z.strictObject({
    q: text(200).optional(),
    /** `shared`: files of transfers and requests that members of the team share with the caller, whatever `member` says. */
    kind: z.enum(['all', 'sent', 'received', 'shared']).default('all'),
    /** Whose: an account of the team, or 'everyone'. For the admin and managers; absent: the caller's. */
    member: text(64).optional(),
    after: text(400).optional(),
    take: z.coerce.number().int().min(1).max(200).default(30),
  }),
  reply: z.object({ files: z.array(libraryFile), next: z.string().nullable() }),
  problems: ['unauthenticated', 'not-yours', 'member-not-found', 'invalid-input'],
})

/** The picture of a file, for any holder of the signed path; ends 600 s after signing. */
export const getThumbnail = endpoint('getThumbnail', {
  summary: 'A signed thumbnail',
  params: z.strictObject({ file: id }),
  query: z.strictObject({ until: text(20), mark: text(64) }),
  problems: ['not-found', 'thumbnail-expired'],
})

/**
 * The picture of a file of a transfer, for its recipient: `pass` came with the page of the link, ends after a day, and is
 * worth as much as the link is in this browser.
 */
export const getReceivedThumbnail = endpoint('getReceivedThumbnail', {
  summary: 'The thumbnail of a received file',
  worksWithoutFactor: 'as-visitor',
  params: z.strictObject({ slug: text(64), pass: text(200), file: id }),
  problems: ['not-found', 'transfer-paused', 'link-locked'],
})

/**
 * A recipient's press on a file of the page. It opens what can be shown of the file: for images and PDFs pictures that
 * the server drew, `{url}/{page}` for each page; for text its beginning, for audio and video the file to a player. The
 * ledger has it as 'previewed', once per recipient, file and half hour, and never as a download. With 'none' nothing is
 * recorded.
 */
export const previewFile = endpoint('previewFile', {
  summary: 'Look at a received file',
  worksWithoutFactor: 'as-visitor',
  body: z.strictObject({ slug: text(64), user: text(64).optional(), file: id }),
  reply: z.object({
    kind: z.enum(['picture', 'pdf', 'text', 'audio', 'video', 'none']),
    /** Why there is nothing to show; null otherwise. */
    because: z.enum(previewRefusals).nullable(),
    url: z.string().nullable(),
    /** Of the whole document; 1 for all others. */
    pages: z.int(),
  }),
  problems: [
    'transfer-not-found',
    'transfer-expired',
    'file-not-found',
    'file-withdrawn',
    'file-still-arriving',
    'file-missing',
    'scan-pending',
    'scan-missing',
    'too-many-requests',
    'proof-required',
    'transfer-paused',
    'link-locked',
    'busy',
    'store-unavailable',
  ],
})

/** A picture that the server drew of an image, or of a page of a PDF. */
export const getPreviewPage = endpoint('getPreviewPage', {
  summary: 'One page of a preview',
  worksWithoutFactor: 'as-visitor',
  params: z.strictObject({ grant: text(64), file: id, page: text(4) }),
  problems: [
    'grant-not-found',
    'grant-expired',
    'transfer-paused',
    'file-not-found',
    'file-withdrawn',
    'picture-unreadable',
    'pictures-refused',
    'preview-used-up',
    'busy',
    'store-unavailable',
  ],
})

/**
 * Plain links, valid for 24 hours: one to the account's own files, one to those of its team that it may read, one to those
 * of each received transfer; several files under one link are one planned zip. A link to files of others ends when the
 * account may read one of them no more.
 */
export const fetchLibraryFiles = endpoint('fetchLibraryFiles', {
  summary: 'Download files of the library',
  keyScope: 'library',
  auth: 'session',
  body: z.strictObject({ ids: z.array(id).min(1).max(1_500) }),
  reply: z.object({ links: z.array(z.object({ url: z.string(), name: z.string(), bytes })) }),
  problems: [
    'unauthenticated',
    'file-not-found',
    'file-still-arriving',
    'file-missing',
    'scan-pending',
    'scan-missing',
  ],
})

/** Why a file of a transfer is in no archive. */
export const leftOutReasons = ['deleted', 'withdrawn', 'blocked', 'infected', 'no-access', 'arriving'] as const

/**
 * Plain links, valid for 24 hours, to archives of transfers that the account sent or may read, with a folder for each:
 * its title, else a name made from its files. At most 1,500 files to a link. It counts as a look of the sender's side,
 * and as nobody's download. `leftOut` names at most 200 of the files that are in no archive; without a link, none is.
 */
export const fetchTransferFiles = endpoint('fetchTransferFiles', {
  summary: 'Download the files of several transfers',
  keyScope: 'library',
  auth: 'session',
  body: z.strictObject({ transfers: z.array(id).min(1).max(50) }),
  reply: z.object({
    links: z.array(z.object({ url: z.string(), name: z.string(), bytes, files: z.int() })),
    leftOut: z.array(
      z.object({
        transfer: id,
        /** The title of the transfer, or what stands for it. */
        title: z.string(),
        /** Null: the whole transfer. */
        fileName: z.string().nullable(),
        because: z.enum(leftOutReasons),
      }),
    ),
    leftOutCount: z.int(),
  }),
  problems: ['unauthenticated', 'transfer-not-found', 'file-not-found', 'scan-pending', 'scan-missing'],
})

/** Own files by the link of `fetchLibraryFiles` or `fetchTransferFiles`, whole or by Range. */
export const downloadOwnFiles = endpoint('downloadOwnFiles', {
  summary: 'Own files by a plain link',
  keyScope: 'library',
  isDownload: true,
  params: z.strictObject({ grant: text(64), name: text(1_000) }),
  problems: ['grant-not-found', 'file-withdrawn', 'range-unsatisfiable', 'store-unavailable'],
})

/** Where files are in use: what deleting them would break. Own ones, and for the admin those of members. */
export const listFileUses = endpoint('listFileUses', {
  summary: 'What deleting files would break',
  keyScope: 'library',
  auth: 'session',
  body: z.strictObject({ ids: z.array(id).min(1).max(500) }),
  reply: z.object({
    uses: z.array(
      z.object({ transfer: id, slug, fileName: z.string(), recipientCount: z.int(), isActive: z.boolean() }),
    ),
  }),
  problems: ['unauthenticated', 'file-not-found'],
})

/**
 * Recipients see them as withdrawn from now on; the storage is free at once. Own ones, and the admin deletes those of
 * members.
 */
export const deleteFiles = endpoint('deleteFiles', {
  summary: 'Delete files of the library',
  auth: 'session',
  body: z.strictObject({ ids: z.array(id).min(1).max(500) }),
  reply: z.object({ deleted: z.int() }),
  problems: ['unauthenticated', 'file-not-found'],
})
