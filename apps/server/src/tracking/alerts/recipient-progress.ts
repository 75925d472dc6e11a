import type { FileProgress } from '../tracking-store.ts'

export const isFinished = (file: FileProgress): boolean => file.finishedAt !== null

/** Whether the recipient has every file; false where no file is left. */
export const hasEverything = (files: readonly FileProgress[]): boolean => files.length > 0 && files.every(isFinished)

/** Whether a file has begun and is incomplete: a file that nobody has begun has not stalled. */
export const isHalfWay = (files: readonly FileProgress[]): boolean =>
  files.some((file) => file.changedAt !== null && !isFinished(file))

/** Seconds since the last byte of any file; null where none was sent. */
export function idleSecondsOf(files: readonly FileProgress[]): number | null {
  const idle = files.flatMap((file) => (file.idleSeconds === null ? [] : [file.idleSeconds]))
  return idle.length === 0 ? null : Math.min(...idle)
}

/** The instant of the last byte of any file. */
export function lastByteAt(files: readonly FileProgress[]): Date | null {
  const times = files.flatMap((file) => (file.changedAt === null ? [] : [file.changedAt.getTime()]))
  return times.length === 0 ? null : new Date(Math.max(...times))
}

export const sumBytes = (files: readonly FileProgress[], field: 'bytes' | 'deliveredBytes'): number =>
  files.reduce((sum, file) => sum + file[field], 0)
