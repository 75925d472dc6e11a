import type { RequestRecord, Sealing } from '@waybill/contract/requests/shapes'
import { createContext, type ReactNode, useContext, useMemo, useRef, useState } from 'react'
import { SealedDialog } from './sealed-dialog.tsx'
import type { SealedItem } from './sealed-items.ts'

/** What takes a question: the passphrase alone, files to be opened and saved, or files to be sent on as they are. */
export type SealedAction =
  | { is: 'unlock' }
  | {
      is: 'save'
      /** Changes with what is gathered. */
      key: string
      gather: () => Promise<SealedItem[]>
      /** Hands the same over as it is stored. */
      fetchArchive: () => Promise<void>
    }
  | { is: 'forward'; count: number; go: () => void }

interface Sealed {
  sealing: Sealing
  ask: (action: SealedAction) => void
  /** A question lies over the page: keys are the question's. */
  isAsking: boolean
}

const SealedContext = createContext<Sealed | null>(null)

/** What the request around keeps sealed; null where its files come as they are. */
export const useSealed = (): Sealed | null => useContext(SealedContext)

/** Everything about one request; what is done with its sealed files is asked here, once. */
export function SealedRequest({ record, children }: { record: RequestRecord; children: ReactNode }) {
  const [action, setAction] = useState<SealedAction | null>(null)
  const { sealing } = record
  const isAsking = action !== null
  const opener = useRef<Element | null>(null)
  const sealed = useMemo(() => {
    const ask = (next: SealedAction) => {
      opener.current = document.activeElement
      setAction(next)
    }
    return sealing && { sealing, ask, isAsking }
  }, [sealing, isAsking])
  const end = () => {
    setAction(null)
    // What was pressed is there again once the question has gone.
    setTimeout(() => opener.current instanceof HTMLElement && opener.current.focus())
  }
  return (
    <SealedContext value={sealed}>
      {children}
      {sealing && action && <SealedDialog record={record} sealing={sealing} action={action} onEnd={end} />}
    </SealedContext>
  )
}
