import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { bytes, id, instant, text } from '../core/fields.ts'

/**
 * A transfer that was sent while its files upload. 'arriving': parts come. 'broken': none came for a while; the sender
 * can still continue, and it arrives again. 'whole': every file is there, or the missing ones have left it for good.
 */
export const arrivalStates = ['arriving', 'broken', 'whole'] as const
export type ArrivalState = (typeof arrivalStates)[number]

/** Why a save cannot be made while the files upload: the fact `because` of 'not-while-uploading'. */
export const arrivalRefusals = ['scheduled', 'transport'] as const

/** How far the transfer is. `fileCount` and `totalBytes` are of everything that it consists of. */
export const arrivalView = z.object({
  state: z.enum(arrivalStates),
  filesThere: z.int(),
  fileCount: z.int(),
  /** Acknowledged bytes, wherever in the files they are. */
  arrivedBytes: bytes,
  totalBytes: bytes,
  /** Null: it has not broken off, or it has gone on since. */
  brokeOffAt: instant.nullable(),
})
export type ArrivalView = z.infer<typeof arrivalView>

/**
 * Of one file; absent where the file is there. 'arriving': a download begins at once and goes on as bytes come, where
 * `isReadable`. 'missing': its rest does not come at present.
 */
export const fileArrival = z.object({
  state: z.enum(['arriving', 'missing']),
  /** From the first byte on, without a gap. */
  bytes,
  /** False on stores that give out complete files only: a download answers 'file-still-arriving' until then. */
  isReadable: z.boolean(),
})
export type FileArrival = z.infer<typeof fileArrival>

/** One message of `followArrival`, and the answer of `readArrival`. */
export const arrivalNews = arrivalView.extend({
  /**
   * In the first message of a stream every file that is not there yet, then those that changed since the message
   * before; one without `arrival` is there.
   */
  files: z.array(z.object({ id, arrival: fileArrival.optional() })),
})
export type ArrivalNews = z.infer<typeof arrivalNews>

/** `user` is the recipient's token from the mail; a link transfer has none. */
const link = { slug: text(64), user: text(64).optional() }
const problems = [
  'transfer-not-found',
  'transfer-expired',
  'too-many-requests',
  'proof-required',
  'transfer-paused',
  'link-locked',
] as const

/** For whoever may open the link. Of a transfer that was not sent while it uploaded: 'whole', without files. */
export const readArrival = endpoint('readArrival', {
  summary: 'How far the files of a transfer are',
  worksWithoutFactor: 'as-visitor',
  body: z.strictObject(link),
  reply: arrivalNews,
  problems,
})

/**
 * Server-sent events for whoever may open the link: `arrival` with an `arrivalNews` at first and after each change, at
 * most once a second; the last one has the state 'whole', then the stream ends. `over` {}: the link does not open any
 * more. A client that lost the stream asks again: the first message says everything.
 */
export const followArrival = endpoint('followArrival', {
  summary: 'How far the files are, as they arrive',
  worksWithoutFactor: 'as-visitor',
  countsAmong: 'tokens',
  query: z.strictObject(link),
  problems: [...problems, 'invalid-input'],
})
