import { useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { useSendSheet } from '../../../shared/drafts/send-sheet-state.ts'
import { lazyPart } from '../../../shared/loading/lazy-part.ts'

const UploadChip = lazyPart(async () => (await import('./upload-chip.tsx')).UploadChip)

/** On every page without the send form: that an upload runs, its progress, and the way back to it. */
export function RunningUpload() {
  const isSending = useQuickSend(({ screen }) => screen === 'sending')
  const isHome = useLocation({ select: ({ pathname }) => ['/', '/index.html', '/register'].includes(pathname) })
  const isSheetOpen = useSendSheet()
  if (!isSending || isHome || isSheetOpen) return null
  return (
    <Suspense fallback={null}>
      <UploadChip />
    </Suspense>
  )
}
