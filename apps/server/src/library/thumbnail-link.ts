import type { Context } from '../context.ts'
import { isSameBytes } from '../platform/ids.ts'

const VALID_SECONDS = 600
/** Links of one period are equal, so that they hit the browser's cache. */
const STEP_SECONDS = 120
/** Larger files are not read into memory for a thumbnail. */
const MOST_BYTES = 40_000_000
const PURPOSE = 'thumbnail'

/** Whether a thumbnail is tried at all; the bytes show what a file really is. */
export const isDrawnByName = (path: string, bytes: number): boolean =>
  bytes > 0 && bytes <= MOST_BYTES && /\.(?:png|jpe?g|webp|gif|avif|tiff?|pdf)$/i.test(path)

/** The path of a file's thumbnail, valid for 600 s for anyone with it: an image on a page sends no session. */
export function thumbnailLink({ masterKey, clock }: Pick<Context, 'masterKey' | 'clock'>, fileId: string): string {
  const now = Math.floor(clock.nowMs() / 1_000)
  const until = String(now - (now % STEP_SECONDS) + VALID_SECONDS)
  return `/thumbnails/${fileId}?until=${until}&mark=${markOf(masterKey, fileId, until).toString('base64url')}`
}

/** 'good', 'over' after its expiry, or 'wrong'. */
export function judgeThumbnailLink(
  { masterKey, clock }: Pick<Context, 'masterKey' | 'clock'>,
  { file, until, mark }: { file: string; until: string; mark: string },
): 'good' | 'over' | 'wrong' {
  if (!isSameBytes(Buffer.from(mark, 'base64url'), markOf(masterKey, file, until))) return 'wrong'
  return Number(until) * 1_000 > clock.nowMs() ? 'good' : 'over'
}

const markOf = (masterKey: Context['masterKey'], fileId: string, until: string): Buffer =>
  Buffer.from(masterKey.mac(PURPOSE, JSON.stringify([fileId, until])))
