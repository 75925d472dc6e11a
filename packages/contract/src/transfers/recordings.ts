/**
 * A recording made in the browser is a file of the transfer like any other. Its name alone tells what it is, so that
 * every page and answer that lists files knows it without another field.
 */
export type RecordingKind = 'video' | 'memo'

export const RECORDING_MAX_MS = 600_000
export const RECORDING_MAX_BYTES = 1_000_000_000

/** Whether a recording stops by itself: it is as long, or as large, as one may be. */
export const isRecordingFull = ({ bytes, elapsedMs }: { bytes: number; elapsedMs: number }): boolean =>
  bytes >= RECORDING_MAX_BYTES || elapsedMs >= RECORDING_MAX_MS

const NAME = /^(video|memo)-\d{8}-\d{6}(?:-\d{1,3})?\.(?:webm|mp4|m4a)$/

/** What a file at this path is, if our recorder made it. A path with a folder is not a recording. */
export const recordingKind = (path: string): RecordingKind | null =>
  (NAME.exec(path)?.[1] as RecordingKind | undefined) ?? null

/** 'video-20261123-101500.webm', in the time of the person who records, with the container that was really written. */
export function recordingName(kind: RecordingKind, startedAt: Date, mimeType: string): string {
  const two = (count: number) => String(count).padStart(2, '0')
  const day = `${startedAt.getFullYear()}${two(startedAt.getMonth() + 1)}${two(startedAt.getDate())}`
  const time = `${two(startedAt.getHours())}${two(startedAt.getMinutes())}${two(startedAt.getSeconds())}`
  const isWebm = /^(?:audio|video)\/webm\b/i.test(mimeType)
  const extension = isWebm ? 'webm' : kind === 'memo' ? 'm4a' : 'mp4'
  return `${kind}-${day}-${time}.${extension}`
}

/** The videos and the voice memo among a transfer's files. It has one memo: the first counts. */
export function recordingsAmong<File extends { path: string }>(
  files: readonly File[],
): { videos: File[]; memo: File | null } {
  return {
    videos: files.filter(({ path }) => recordingKind(path) === 'video'),
    memo: files.find(({ path }) => recordingKind(path) === 'memo') ?? null,
  }
}

export type MediaType = 'video/webm' | 'video/mp4' | 'audio/webm' | 'audio/mp4'

/**
 * The type under which a file's bytes may be served, so that a page can play them; null: as bytes without a type. No
 * browser shows or runs anything in a file of these types.
 */
export function mediaTypeOf(path: string): MediaType | null {
  const medium = recordingKind(path) === 'memo' ? 'audio' : 'video'
  if (/\.webm$/i.test(path)) return `${medium}/webm`
  if (/\.mp4$/i.test(path)) return `${medium}/mp4`
  return /\.m4a$/i.test(path) ? 'audio/mp4' : null
}
