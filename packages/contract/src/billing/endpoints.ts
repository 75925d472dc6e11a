import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { bytes, id } from '../core/fields.ts'

/** What the account stores. The call refuses another account's `userid`. */
export const readFolderSize = endpoint('readFolderSize', {
  summary: 'Bytes the account stores',
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
