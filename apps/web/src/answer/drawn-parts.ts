import { type ComponentType, createContext, lazy, useContext } from 'react'
import { lazyPart } from '../ui/lazy-part.ts'
import { loadSealingPart } from './load-late.ts'

interface DrawnParts {
  SealingPart: ComponentType
  PlainProof: ComponentType
}

/**
 * Parts that the server draws with the page, and whose code the browser does without: what is drawn stands until theirs is
 * there. Of sealing it comes with the pages that need it; what stands in for scripts needs none.
 */
export const DrawnPartsContext = createContext<DrawnParts>({
  SealingPart: lazyPart(loadSealingPart),
  PlainProof: lazy(() => new Promise<never>(() => {})),
})

export const useDrawnParts = (): DrawnParts => useContext(DrawnPartsContext)
