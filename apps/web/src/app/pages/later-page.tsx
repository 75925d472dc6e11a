import { type ComponentType, type ReactNode, Suspense } from 'react'
import { problemWordsReady } from '../../shared/api/problem-words.ts'
import { fetchLater } from '../../shared/loading/fetch-later.ts'
import { lazyPart } from '../../shared/loading/lazy-part.ts'
import { PageWaiting } from '../../shared/ui/page/page-waiting.tsx'
import { spokenLanguage } from '../../shared/words/language.tsx'

const skeleton = <PageWaiting />
const inDash = <PageWaiting isLineTold />

/** A page whose code loads on its first visit; its outline shows until then. */
export function laterPage(load: () => Promise<ComponentType>, meanwhile: ReactNode = skeleton): () => ReactNode {
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

/** The same for a page of the dashboard, whose code loads ahead once somebody is about to open it. */
export function dashPage(load: () => Promise<ComponentType>): () => ReactNode {
  fetchLater(load)
  return laterPage(load, inDash)
}
