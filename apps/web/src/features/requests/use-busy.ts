import { useState } from 'react'

/** Runs one piece of work at a time: whatever is pressed meanwhile does nothing. */
export function useBusy(): [isBusy: boolean, run: (work: () => Promise<unknown>) => void] {
  const [isBusy, setBusy] = useState(false)
  const run = (work: () => Promise<unknown>) => {
    if (isBusy) return
    setBusy(true)
    void work().finally(() => setBusy(false))
  }
  return [isBusy, run]
}
