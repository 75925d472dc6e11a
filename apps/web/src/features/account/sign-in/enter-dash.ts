import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { readQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { showSendSheet } from '../../../shared/drafts/send-sheet-state.ts'
import { destinationNow, takeKeptDestination } from './destination.ts'

/**
 * Leads to the dashboard, to the page that was asked for before the login; a draft with files and an unfinished upload
 * open there.
 */
export function useEnterDash(): () => Promise<void> {
  const navigate = useNavigate()
  return useCallback(async () => {
    const { screen, draft } = readQuickSend()
    const isWaiting = screen === 'sending' || screen === 'unfinished' || (screen !== 'done' && draft.files.length > 0)
    const waiting = takeKeptDestination()
    const destination = destinationNow() ?? waiting
    await navigate({ to: '/dash', ...(destination !== null && { href: destination }) })
    if (isWaiting) showSendSheet(true)
  }, [navigate])
}
