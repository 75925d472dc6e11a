import type { SubmissionReceipt } from '@waybill/contract/requests/submission-endpoints'
import { useEffect } from 'react'
import { loadRunning } from '../load-late.ts'
import { useSubmissionSession } from '../submission-session.tsx'

const EVERY_MS = 3_000
const MOST_TURNS = 20

/** Asks again for a minute while the server still computes the checksums of the arrived files. */
export function useSums(receipt: SubmissionReceipt): void {
  const session = useSubmissionSession()
  const isPending = receipt.files.some(({ sha256, isWithdrawn }) => sha256 === null && !isWithdrawn)
  useEffect(() => {
    if (!isPending) return
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
      if (turns >= MOST_TURNS) clearInterval(timer)
      if (document.visibilityState !== 'visible') return
      loadRunning()
        .then(({ refresh }) => refresh(session))
        .catch(() => undefined)
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [session, isPending])
}
