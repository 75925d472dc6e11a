import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { bytes, id } from '../core/fields.ts'

/** What the account stores. A foreign `userid` is refused. */
export const readFolderSize = endpoint('readFolderSize', {
  summary: 'Bytes the account stores',
  auth: 'session',
  body: z.strictObject({ userid: id.optional() }),
  reply: z.object({
    size: bytes,
    /** Of uploads under way, those through links included. */
    reserved: bytes,
    limit: bytes,
    /** Uploads under way through the open links of the account's requests, and what they have set aside. */
    links: z.object({ uploads: z.int(), bytes }),
  }),
  problems: ['unauthenticated', 'not-yours'],
})

/**
 * Ends every upload under way through the open links of the account's requests: what it had set aside is free at once.
 */
export const releaseLinkUploads = endpoint('releaseLinkUploads', {
  summary: 'End uploads under way through open links',
  auth: 'session',
  reply: z.object({ uploads: z.int(), bytes }),
  problems: ['unauthenticated'],
})
