import { useRef, useState } from 'react'
import { call } from '../../shared/api/client.ts'
import { judgeReceipt, type Verdict } from './judge-receipt.ts'

type Keys = Extract<Verdict, { is: 'keys' }>['keys']

export interface ReceiptCheck {
  isReading: boolean
  /** Null before the first file, and where the keys did not load. */
  verdict: Verdict | null
  error: Error | null
  /** How many keys the reader provided; null: the page asks the server for them. */
  ownKeys: number | null
  judge: (file: File) => void
  retry: () => void
  dropKeys: () => void
  reset: () => void
}

/** Checks one file after the other; the last one shows. */
export function useReceiptCheck(): ReceiptCheck {
  const [shown, show] = useState<Pick<ReceiptCheck, 'isReading' | 'verdict' | 'error'>>(nothing)
  const [keys, setKeys] = useState<Keys | null>(null)
  const latest = useRef<File | null>(null)
  const judge = async (file: File) => {
    latest.current = file
    show({ ...nothing, isReading: true })
    const readKeys = async () => keys ?? (await call('listReceiptKeys', {})).keys
    const done = await judgeReceipt(file, readKeys).then(
      (verdict) => ({ ...nothing, verdict }),
      (error: Error) => ({ ...nothing, error }),
    )
    if (latest.current !== file) return
    if (done.verdict?.is === 'keys') setKeys(done.verdict.keys)
    show(done)
  }
  const reset = () => {
    latest.current = null
    show(nothing)
  }
  // Results with these keys, finished or running, mean nothing without them.
  const dropKeys = () => {
    setKeys(null)
    reset()
  }
  return {
    ...shown,
    ownKeys: keys?.length ?? null,
    judge: (file) => void judge(file),
    retry: () => latest.current && void judge(latest.current),
    dropKeys,
    reset,
  }
}

const nothing = { isReading: false, verdict: null, error: null }
