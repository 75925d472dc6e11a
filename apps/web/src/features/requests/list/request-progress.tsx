import type { ListedRequest } from '@waybill/contract/requests/shapes'
import { AgoTime } from '../../../shared/time/ago-time.tsx'
import { useWords } from '../../../shared/words/language.tsx'
import { requestsWords } from '../words/requests-words.ts'
import './request-progress.css'
import { requestTallyOf } from '../request-stamp.ts'

const parts = ['complete', 'late', 'missing'] as const

/** Who has sent everything, who is late, who is still missing: a bar, and the same in words. */
export function RequestProgress({ request: { counts, lastAnswerAt } }: { request: ListedRequest }) {
  const words = useWords(requestsWords)
  const tally = requestTallyOf(counts)
  return (
    <div className="request-progress">
      <div className="request-bar" aria-hidden="true">
        {parts.map((part) => tally[part] > 0 && <span key={part} data-part={part} style={{ flexGrow: tally[part] }} />)}
      </div>
      <p>
        {counts.suppliers === 0 ? (
          <span className="soft">{words.noSuppliers}</span>
        ) : (
          <>
            <span className={tally.complete > 0 ? 'request-count-complete' : undefined}>
              {words.complete(tally.complete, counts.suppliers)}
            </span>
            {tally.late > 0 && <span className="request-count-late">{words.late(tally.late)}</span>}
            {tally.missing > 0 && <span>{words.missing(tally.missing)}</span>}
          </>
        )}
      </p>
      <p className="soft">
        {lastAnswerAt ? (
          <>
            {words.lastAnswer} <AgoTime at={lastAnswerAt} />
          </>
        ) : (
          counts.suppliers > 0 && words.noneYet
        )}
      </p>
    </div>
  )
}
