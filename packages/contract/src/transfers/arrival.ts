import { z } from 'zod'
import { bytes, id, instant } from '../core/fields.ts'

/**
 * A transfer that was sent while its files upload. 'arriving': parts come. 'broken': none came for a while; the sender
 * can still continue, and it arrives again. 'whole': every file is there, or the missing ones have left it for good.
 */
export const arrivalStates = ['arriving', 'broken', 'whole'] as const
export type ArrivalState = (typeof arrivalStates)[number]

/** Why a save cannot be made while the files upload: the fact `because` of 'not-while-uploading'. */
export const arrivalRefusals = ['scheduled', 'transport'] as const

/** How far the transfer is. `fileCount` and `totalBytes` count all its files, whether they are there or not. */
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
 * How far one file is; absent where the file can be downloaded whole. 'arriving': the rest is still uploaded. 'missing':
 * the upload has broken off, and the rest does not come at present.
 */
export const fileArrival = z.object({
  state: z.enum(['arriving', 'missing']),
  /** How many are there, from the first byte on without a gap. 0 for a small file, which comes whole in a pack. */
  bytes,
  /**
   * Whether a download may start now: it gets the bytes that are there, and the others as they come. Otherwise it is
   * refused as 'file-still-arriving', or as 'file-missing' where `state` is 'missing'. While parts come it is false on
   * stores that give out complete files only, for small files in packs, for a file as large as a blocked content, and
   * for all files of a sender without an account until the last is there.
   */
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
