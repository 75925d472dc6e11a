import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { bytes, id, instant, text } from './fields.ts'
import { transferView } from './transfers.ts'

/** `user` is the recipient's token from the mail; a link transfer has none. */
const link = { slug: text(64), user: text(64).optional() }
const files = z.union([z.literal('all'), z.array(id).min(1).max(1_500)])

/** The page was shown to a person: visible, scripts run. Recorded once per recipient, page and half hour. */
export const reportOpened = endpoint('reportOpened', {
  summary: 'The page of a transfer was shown to a person',
  body: z.strictObject(link),
  status: 204,
  problems: ['transfer-not-found', 'transfer-expired'],
})

/** The click that opens a download grant. As a form it answers 303 to the one file or the zip. Counts nothing. */
export const grantDownload = endpoint('grantDownload', {
  summary: 'Open a download grant',
  /** A form's button can name one file only. */
  body: z.strictObject({ ...link, files: z.union([files, id]).default('all') }),
  reply: z.object({ grant: z.string(), expiresAt: instant }),
  problems: ['transfer-not-found', 'transfer-expired', 'file-not-found', 'file-withdrawn', 'too-many-requests'],
  creates: true,
  acceptsForm: true,
})

/** The page's contents and a link per file of the grant. */
export const describeDownload = endpoint('describeDownload', {
  summary: 'Contents and per-file links of a grant',
  body: z.strictObject({ grant: text(64) }),
  reply: z.object({ transfer: transferView, links: z.array(z.object({ file: id, url: z.string(), bytes })) }),
  problems: ['grant-not-found', 'grant-expired'],
})

/** The link of one planned zip: exact length, any Range, the same bytes at every call. */
export const planZip = endpoint('planZip', {
  summary: 'Link of the zip of a grant',
  body: z.strictObject({ grant: text(64), files: files.default('all') }),
  reply: z.object({ url: z.string(), bytes, name: z.string(), etag: z.string() }),
  problems: ['grant-not-found', 'grant-expired', 'file-not-found', 'file-withdrawn'],
})

export const downloadFile = endpoint('downloadFile', {
  summary: 'One file, whole or by Range',
  params: z.strictObject({ grant: text(64), file: id, name: text(1_000) }),
  problems: [
    'grant-not-found',
    'grant-expired',
    'file-not-found',
    'file-withdrawn',
    'range-unsatisfiable',
    'store-unavailable',
  ],
})

/** `selection` is 'all' or a base64url bitmap over the grant's files in their order, first file in the highest bit. */
export const downloadZip = endpoint('downloadZip', {
  summary: 'Everything granted as one zip, whole or by Range',
  params: z.strictObject({ grant: text(64), selection: text(512), name: text(1_000) }),
  problems: [
    'grant-not-found',
    'grant-expired',
    'file-not-found',
    'file-withdrawn',
    'range-unsatisfiable',
    'store-unavailable',
  ],
})
