import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { bytes, id, ignored, text } from '../core/fields.ts'
import { LIFETIME_CODE_MAX_CHARS } from './lifetime.ts'

/** What the account stores. The call refuses another account's `userid`. */
export const readFolderSize = endpoint('readFolderSize', {
  summary: 'Bytes the account stores',
  keyScope: 'read',
  auth: 'session',
  body: z.strictObject({ userid: id.optional() }),
  reply: z.object({
    size: bytes,
    /** Bytes of uploads in progress, including those through links. */
    reserved: bytes,
    limit: bytes,
    /** Uploads in progress through the open links of the account's requests, and the storage that they reserve. */
    links: z.object({ uploads: z.int(), bytes }),
  }),
  problems: ['unauthenticated', 'not-yours'],
})

/**
 * Ends every upload in progress through the open links of the account's requests: their reserved storage is free at
 * once.
 */
export const releaseLinkUploads = endpoint('releaseLinkUploads', {
  summary: 'End uploads under way through open links',
  auth: 'session',
  reply: z.object({ uploads: z.int(), bytes }),
  problems: ['unauthenticated'],
})

/**
 * Activates codes of the lifetime deal for the account's workspace: all of them, or none. Blank entries and codes that
 * are active already are ignored. The answer has every active code, at most 8. Their number decides the role: 1
 * personal, 2 pro, 3 and 4 business, 5 and 6 businessplus, 7 and 8 businesselite; a higher role of a subscription stays.
 */
export const redeemLifetimeCodes = endpoint('redeemLifetimeCodes', {
  summary: 'Activate codes of the lifetime deal',
  auth: 'session',
  isAdminOnly: true,
  body: z.strictObject({
    userId: id.optional(),
    email: ignored,
    codes: z.array(text(LIFETIME_CODE_MAX_CHARS)).max(64),
  }),
  reply: z.array(z.string()),
  problems: ['unauthenticated', 'admin-only', 'not-yours', 'lifetime-codes-invalid', 'too-many-requests'],
})
