import { formatBytes, formatRate, timeLeftKey } from '@waybill/contract/core/sizes'
import type { UploadProgress } from '@waybill/uploader/upload'
import textStyles from '../ui/styles/text.module.css'
import { useLanguage, useWords } from '../words/language.tsx'
import { sendingWords } from './words/sending-words.ts'

/**
 * How much of an upload has arrived, from 0 to 1. An upload of empty files has nothing to send: it is complete from the
 * start.
 */
export function partSent(progress: UploadProgress | null): number {
  if (!progress) return 0
  return progress.bytesTotal === 0 ? 1 : progress.bytesSent / progress.bytesTotal
}

interface UploadFiguresProps {
  progress: UploadProgress | null
  className: string | undefined
}

/** Speed, remaining time, file x of y and bytes of total; its space stays while nothing is known. */
export function UploadFigures({ progress, className }: UploadFiguresProps) {
  const words = useWords(sendingWords)
  const { language } = useLanguage()
  if (!progress) return <dl className={className} />
  const { bytesPerSecond, secondsLeft, fileIndex, fileCount, bytesSent, bytesTotal } = progress
  // Bytes have stopped, and the upload waits for them.
  const isStill =
    bytesPerSecond === 0 && secondsLeft === null && (bytesSent > 0 || progress.status === 'paused-offline')
  const figures = [
    [words.speed, formatRate(bytesPerSecond, language)],
    [words.time, isStill ? words.waitingForLine : words.timeLeft(timeLeftKey(secondsLeft))],
    [words.file, words.fileOf(fileIndex, fileCount)],
    [words.bytes, words.bytesOf(formatBytes(bytesSent, language), formatBytes(bytesTotal, language))],
  ] as const
  return (
    <dl className={className}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={textStyles.mono}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
