import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '../../loading/lazy-part.ts'
import type { UpgradeLink } from './upgrade-link.tsx'

const Loaded = lazyPart(async () => (await import('./upgrade-link.tsx')).UpgradeLink)

/** The same link for the pages that anybody opens first: its code loads once a limit is reached. */
export function LaterUpgradeLink(props: ComponentProps<typeof UpgradeLink>) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  )
}
