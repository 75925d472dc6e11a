import { type ComponentType, type ReactNode, Suspense } from 'react'
import { problemWordsReady } from '../api/problem-words.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { spokenLanguage } from '../words/language.tsx'

const blank = <div className="page-blank" />

/** A page whose code is loaded when someone first goes there; until it is there the place stays blank. */
export function laterPage(load: () => Promise<ComponentType>, meanwhile: ReactNode = blank): () => ReactNode {
  const Page = lazyPart(async () => {
    const [page] = await Promise.all([load(), problemWordsReady(spokenLanguage())])
    return page
  })
  return function LaterPage() {
    return (
      <Suspense fallback={meanwhile}>
        <Page />
      </Suspense>
    )
  }
}
