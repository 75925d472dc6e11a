import { type ComponentType, type ReactNode, Suspense } from 'react'
import { lazyPart } from '../ui/lazy-part.ts'

const blank = <div className="page-blank" />

/** A page whose code is loaded when someone first goes there; until it is there the place stays blank. */
export function laterPage(load: () => Promise<ComponentType>, meanwhile: ReactNode = blank): () => ReactNode {
  const Page = lazyPart(load)
  return function LaterPage() {
    return (
      <Suspense fallback={meanwhile}>
        <Page />
      </Suspense>
    )
  }
}
