import { type ComponentType, type ReactNode, Suspense } from 'react'
import { problemWordsReady } from '../api/problem-words.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { PageWaiting } from '../ui/page-waiting.tsx'
import { spokenLanguage } from '../words/language.tsx'

const skeleton = <PageWaiting />

/** A page whose code is loaded when someone first goes there; until it is there its outline stands in the place. */
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

const later: Array<() => Promise<unknown>> = []

/** The same for a page of the dashboard, whose code is fetched ahead once somebody is about to be there. */
export function dashPage(load: () => Promise<ComponentType>): () => ReactNode {
  later.push(load)
  return laterPage(load)
}

/** One after the other, while nothing else goes on, and not where the line is paid by the byte. */
export async function fetchDashAhead(): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  for (let load = later.shift(); load; load = later.shift()) {
    await new Promise<unknown>((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve))
    await load().catch(() => undefined)
  }
}
