import type { RequestRecord, Sealing } from '@waybill/contract/requests/shapes'
import { createContext, type ReactNode, useContext, useMemo, useRef, useState } from 'react'
import { SealedDialog } from './sealed-dialog.tsx'
import type { SealedItem } from './sealed-items.ts'

/** Actions that ask first: the passphrase alone, files to open and save, or files to forward sealed. */
export type SealedAction =
  | { is: 'unlock' }
  | {
      is: 'save'
      /** Changes with the chosen files. */
      key: string
      gather: () => Promise<SealedItem[]>
      /** Whose answers go with them; absent: they have none. */
      answersOf?: { suppliers: readonly string[] | undefined }
      /** Downloads the same files as stored. */
      fetchArchive: () => Promise<void>
    }
  | { is: 'forward'; count: number; go: () => void }

interface Sealed {
  slug: string
  sealing: Sealing
  ask: (action: SealedAction) => void
  /** A dialog is over the page: keys belong to the dialog. */
  isAsking: boolean
}

const SealedContext = createContext<Sealed | null>(null)

/** The sealing of the surrounding request; null where its files are not sealed. */
export const useSealed = (): Sealed | null => useContext(SealedContext)

/** Wraps everything about one request; the dialogs for its sealed files are here, once. */
export function SealedRequest({ record, children }: { record: RequestRecord; children: ReactNode }) {
  const [action, setAction] = useState<SealedAction | null>(null)
  const { sealing, slug } = record
  const isAsking = action !== null
  const opener = useRef<Element | null>(null)
  const sealed = useMemo(() => {
    const ask = (next: SealedAction) => {
      opener.current = document.activeElement
      setAction(next)
    }
    return sealing && { slug, sealing, ask, isAsking }
  }, [slug, sealing, isAsking])
  const end = () => {
    setAction(null)
    // The button is there again once the dialog has closed.
    setTimeout(() => opener.current instanceof HTMLElement && opener.current.focus())
  }
  return (
    <SealedContext value={sealed}>
      {children}
      {sealing && action && <SealedDialog record={record} sealing={sealing} action={action} onEnd={end} />}
    </SealedContext>
  )
}
