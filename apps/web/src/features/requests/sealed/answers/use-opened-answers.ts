import { useQuery } from '@tanstack/react-query'
import { sealedAnswersKey } from '../../record/use-request-record.ts'
import { useSealed } from '../sealed-context.tsx'
import { useOpeningKeys } from '../sealed-file.tsx'
import { currentAnswers, type OpenedAnswer, openAnswers } from './open-answers.ts'

export interface OpenedAnswers {
  is: 'locked' | 'opening' | 'failed' | 'open'
  /** The last answer of a supplier to a question. */
  current: (supplier: string, item: string) => OpenedAnswer | undefined
  /** The answer of one submission. */
  sentIn: (submission: string, item: string) => OpenedAnswer | undefined
}

const nothing = () => undefined

/**
 * The sealed answers of the surrounding request, of one supplier or of all, opened as long as the request is unlocked
 * here. Locking it forgets them.
 */
export function useOpenedAnswers(supplier?: string): OpenedAnswers {
  const slug = useSealed()?.slug ?? ''
  const keys = useOpeningKeys()
  const { data, isError } = useQuery({
    queryKey: sealedAnswersKey(slug, supplier ?? '', keys === null ? 'locked' : 'unlocked'),
    queryFn: async ({ signal }) => {
      const opened = keys === null ? [] : await openAnswers(slug, keys, { supplier, signal })
      const bySubmission = new Map(opened.map((one) => [`${one.submission} ${one.item}`, one]))
      return { current: currentAnswers(opened), bySubmission }
    },
    enabled: keys !== null && slug !== '',
    // Opened texts stay no longer than the page shows them.
    gcTime: 0,
  })
  if (keys === null) return { is: 'locked', current: nothing, sentIn: nothing }
  if (data === undefined) return { is: isError ? 'failed' : 'opening', current: nothing, sentIn: nothing }
  return {
    is: 'open',
    current: data.current,
    sentIn: (submission, item) => data.bySubmission.get(`${submission} ${item}`),
  }
}
