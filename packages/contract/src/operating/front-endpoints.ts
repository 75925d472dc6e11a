/**
 * Calls that examine what is in front of the server: `npm run waybill -- doctor`, and the server itself at its start.
 * They carry the operator's token in the header `Waybill-Operator-Token`; without it there are no such paths.
 */
import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { instant } from '../core/fields.ts'

/** As many bytes as the largest part of an upload. */
export const FRONT_MAX_BYTES = 67_108_864
/** The bytes on both sides of the pause in which nothing is sent. */
export const FRONT_HEAD_BYTES = 65_536
export const FRONT_MAX_PAUSE_MS = 5_000

/** What the server knows of itself and of the call that asks. */
export const readFront = endpoint('readFront', {
  summary: 'What the server sees of a call that came through its front',
  countsAmong: 'nobody',
  reply: z.object({
    version: z.string(),
    /** The clock of this process. */
    now: instant,
    /** How far the database's clock is ahead of this process, in milliseconds; null while it does not answer. */
    databaseAheadMs: z.number().nullable(),
    /** PUBLIC_URL without a trailing slash: where links in emails lead. */
    publicOrigin: z.string(),
    /** Where pages send parts of uploads, the page's own origin first. */
    uploadOrigins: z.array(z.string()),
    /** The address that the server takes for the caller's. */
    address: z.string(),
    /** Whether the call has a header that proxies add, and whether TRUSTED_PROXIES names who added it. */
    isForwarded: z.boolean(),
    isProxyTrusted: z.boolean(),
    /** The kernel's congestion control of new connections, and those it could use; null where it has no such file. */
    congestionControl: z.string().nullable(),
    offeredControls: z.array(z.string()),
  }),
  problems: ['not-found'],
})

/** Counts a raw body, which is stored nowhere, and says when it came. */
export const measureBody = endpoint('measureBody', {
  summary: 'How a body arrives through the front',
  countsAmong: 'nobody',
  bodyTypes: ['application/octet-stream'],
  crossesPorts: true,
  reply: z.object({
    bytes: z.number().int(),
    /** From the first chunk that the server read to the last, in milliseconds. */
    spreadMs: z.number(),
    /** The longest time without a chunk. */
    longestPauseMs: z.number(),
  }),
  problems: ['not-found', 'body-too-large', 'invalid-input'],
})

/**
 * Sends `bytes` bytes, of which none is secret. With `pauseMs` the server sends the first FRONT_HEAD_BYTES, nothing for
 * so long, and then the rest. Answers one byte range (206).
 */
export const sendBody = endpoint('sendBody', {
  summary: 'Bytes, to see how they pass the front',
  countsAmong: 'nobody',
  crossesPorts: true,
  query: z.strictObject({
    bytes: z.coerce.number().int().min(1).max(FRONT_MAX_BYTES),
    pauseMs: z.coerce.number().int().min(0).max(FRONT_MAX_PAUSE_MS).default(0),
  }),
  problems: ['not-found'],
})
