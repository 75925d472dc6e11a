import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '../../loading/lazy-part.ts'
import type { RefusalWay } from './refusal-way.tsx'

const Loaded = lazyPart(async () => (await import('./refusal-way.tsx')).RefusalWay)

/** The same for the pages that anybody opens first: its code loads once a limit is reached. */
export const LaterRefusalWay = (props: ComponentProps<typeof RefusalWay>) => (
  <Suspense fallback={null}>
    <Loaded {...props} />
  </Suspense>
)
