import { type ComponentType, createContext, lazy, useContext } from 'react'
import { lazyPart } from '../../shared/loading/lazy-part.ts'
import { loadSealingPart } from './load-late.ts'

interface DrawnParts {
  SealingPart: ComponentType
  PlainProof: ComponentType
}

const never = () => new Promise<never>(() => {})

/**
 * Parts that the server draws with the page, and whose code the browser does without: what is drawn stands until theirs
 * is there. Of sealing it comes with the pages that need it, or the line is too bad for it; what stands in for scripts
 * needs none.
 */
export const DrawnPartsContext = createContext<DrawnParts>({
  SealingPart: lazyPart(() => loadSealingPart().catch(never)),
  PlainProof: lazy(never),
})

export const useDrawnParts = (): DrawnParts => useContext(DrawnPartsContext)
