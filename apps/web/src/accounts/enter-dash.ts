import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { showSendSheet } from '../dash/send-sheet-state.ts'
import { readQuickSend } from '../transfers/quick-send-state.ts'

/** Leads into the dashboard; a draft with files, and an upload that is not finished, lie open there to go on with. */
export function useEnterDash(): () => Promise<void> {
  const navigate = useNavigate()
  return useCallback(async () => {
    const { screen, draft } = readQuickSend()
    const isWaiting = screen === 'sending' || screen === 'unfinished' || (screen !== 'done' && draft.files.length > 0)
    await navigate({ to: '/dash' })
    if (isWaiting) showSendSheet(true)
  }, [navigate])
}
