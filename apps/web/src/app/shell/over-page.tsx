import { Suspense, useEffect } from 'react'
import { lazyPart } from '../../shared/loading/lazy-part.ts'
import { showKeys, useOverPage } from '../../shared/ui/keys/keys-sheet-state.ts'
import { useDashKeys } from './use-dash-keys.ts'

const KeysSheet = lazyPart(async () => (await import('../../shared/ui/keys/keys-sheet.tsx')).KeysSheet)
const Palette = lazyPart(async () => (await import('./palette/palette.tsx')).Palette)

const close = () => showKeys(false)

/** What the keys of the dashboard open; its code comes when it is first asked for. */
export function OverPage() {
  useDashKeys()
  // A session may end while it is open: the next login does not open it again.
  useEffect(() => close, [])
  const shown = useOverPage()
  return (
    <Suspense fallback={null}>
      {shown === 'keys' && <KeysSheet isOpen onClose={close} />}
      {shown === 'palette' && <Palette isOpen onClose={close} />}
    </Suspense>
  )
}
