import type { RequestView } from '@waybill/contract/requests/submission-endpoints'
import { type ComponentType, createContext, lazy, useContext } from 'react'
import { lazyPart } from '../../shared/loading/lazy-part.ts'
import { loadSealingPart } from './load-late.ts'

interface QuestionPartProps {
  item: RequestView['items'][number]
  isOpen: boolean
}

interface DrawnParts {
  SealingPart: ComponentType
  PlainProof: ComponentType
  QuestionPart: ComponentType<QuestionPartProps>
  ThreadPart: ComponentType<Pick<QuestionPartProps, 'item'>>
}

const loadQuestionPart = async () => (await import('./items/question-part.tsx')).QuestionPart
const loadThreadPart = async () => (await import('./comments/thread-part.tsx')).ThreadPart
const never = () => new Promise<never>(() => {})

/**
 * Parts that the server renders with the page, and whose code the browser loads late: the server's HTML stays until
 * then. The code for sealing loads only with pages that need it, and the parts for pages without scripts need none.
 */
export const DrawnPartsContext = createContext<DrawnParts>({
  SealingPart: lazyPart(() => loadSealingPart().catch(never)),
  PlainProof: lazy(never),
  QuestionPart: lazyPart(() => loadQuestionPart().catch(never)),
  ThreadPart: lazyPart(() => loadThreadPart().catch(never)),
})

export const useDrawnParts = (): DrawnParts => useContext(DrawnPartsContext)
