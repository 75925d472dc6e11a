import type { Language } from '@waybill/contract/core/fields'
import { formatBytes } from '@waybill/contract/core/sizes'
import { isByProxy } from '@waybill/contract/tracking/evidence'
import { trackingWords } from '../../../../shared/tracking/words/tracking-words.ts'
import type { VisitFacts } from './visit-facts.ts'

/** 'downloaded all 4 files', 'requested 2 files, downloaded a file again', 'opened the page'. Pure. */
export function clausesOf(facts: VisitFacts, language: Language): string {
  const { finished, part, again, isBegun, isOpened, isProven, previews, others } = facts
  const words = trackingWords[language].visit
  const clauses: string[] = []
  if (finished) clauses.push((isByProxy(finished.evidence) ? words.requested : words.downloaded)(finished))
  if (part) {
    const size = formatBytes(part.bytes, language)
    clauses.push((part.isByProxy ? words.partRequested : words.part)(size, part.name))
  }
  if (again) clauses.push(words.again(again.count))
  const isDownload = clauses.length > 0
  if (!isDownload && isBegun) clauses.push(words.begun)
  if (previews > 0) clauses.push(words.previewed(previews))
  if (clauses.length === 0 && isProven) clauses.push(words.proven)
  if (clauses.length === 0 && isOpened) clauses.push(words.opened)
  if (others > 0) clauses.push(words.others(others))
  return clauses.join(words.and)
}
