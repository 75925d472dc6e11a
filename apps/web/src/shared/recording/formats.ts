import type { RecordingKind } from '@waybill/contract/transfers/recordings'

/** WebM first, because all browsers of today play it. Both are mended, so that players know their length and can jump. */
const FORMATS: Record<RecordingKind, readonly string[]> = {
  video: ['video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4;codecs=avc1.42E01E,mp4a.40.2', 'video/mp4'],
  memo: ['audio/webm;codecs=opus', 'audio/webm', 'audio/mp4'],
}

/** The format in which this browser records; null where it records none. */
export const formatOf = (kind: RecordingKind): string | null =>
  FORMATS[kind].find((type) => MediaRecorder.isTypeSupported(type)) ?? null

/** Browsers give microphones and cameras to pages of secure origins alone. */
const hasDevices = (): boolean =>
  globalThis.isSecureContext && 'MediaRecorder' in globalThis && navigator.mediaDevices !== undefined

export const canRecord = (kind: RecordingKind): boolean => hasDevices() && formatOf(kind) !== null

export const canRecordScreen = (): boolean => hasDevices() && 'getDisplayMedia' in navigator.mediaDevices

/** The extension of what this browser would record. */
export const extensionRecorded = (kind: RecordingKind): 'webm' | 'm4a' | 'mp4' => {
  if (formatOf(kind)?.includes('webm')) return 'webm'
  return kind === 'memo' ? 'm4a' : 'mp4'
}
