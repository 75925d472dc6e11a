import type { Context } from '../context.ts'
import { isSameBytes } from '../platform/ids.ts'

const VALID_SECONDS = 600
/** Links of one period are the same, so that the browser's cache finds them again. */
const STEP_SECONDS = 120
/** Larger ones are not read into memory for a small picture. */
const MOST_BYTES = 40_000_000
const PURPOSE = 'thumbnail'

/** Whether a thumbnail is tried at all; what a file really is, its bytes say. */
export const isDrawnByName = (path: string, bytes: number): boolean =>
  bytes > 0 && bytes <= MOST_BYTES && /\.(?:png|jpe?g|webp|gif|avif|tiff?|pdf)$/i.test(path)

/** The path of a file's thumbnail, good for 600 s for whoever holds it: an image on a page carries no session. */
export function thumbnailLink({ masterKey, clock }: Pick<Context, 'masterKey' | 'clock'>, fileId: string): string {
  const now = Math.floor(clock.nowMs() / 1_000)
  const until = String(now - (now % STEP_SECONDS) + VALID_SECONDS)
  return `/thumbnails/${fileId}?until=${until}&mark=${markOf(masterKey, fileId, until).toString('base64url')}`
}

/** 'good', 'over' once its time has passed, or 'wrong'. */
export function judgeThumbnailLink(
  { masterKey, clock }: Pick<Context, 'masterKey' | 'clock'>,
  { file, until, mark }: { file: string; until: string; mark: string },
): 'good' | 'over' | 'wrong' {
  if (!isSameBytes(Buffer.from(mark, 'base64url'), markOf(masterKey, file, until))) return 'wrong'
  return Number(until) * 1_000 > clock.nowMs() ? 'good' : 'over'
}

const markOf = (masterKey: Context['masterKey'], fileId: string, until: string): Buffer =>
  Buffer.from(masterKey.mac(PURPOSE, JSON.stringify([fileId, until])))
