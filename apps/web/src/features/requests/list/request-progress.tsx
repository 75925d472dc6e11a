import type { ListedRequest } from '@waybill/contract/requests/shapes'
import { AgoTime } from '../../../shared/time/ago-time.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import linesStyles from '../../../shared/ui/styles/lines.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { requestTallyOf } from '../request-stamp.ts'
import { requestsWords } from '../words/requests-words.ts'
import styles from './request-progress.module.css'

const parts = ['complete', 'late', 'missing'] as const

/** Who has sent everything, who is late, who is still missing: a bar, and the same in words. */
export function RequestProgress({ request: { counts, lastAnswerAt } }: { request: ListedRequest }) {
  const words = useWords(requestsWords)
  const tally = requestTallyOf(counts)
  return (
    <div className={`${linesStyles.lines} ${styles.requestProgress}`}>
      <div className={styles.requestBar} aria-hidden="true">
        {parts.map((part) => tally[part] > 0 && <span key={part} data-part={part} style={{ flexGrow: tally[part] }} />)}
      </div>
      <p className={layoutStyles.wrap}>
        {counts.suppliers === 0 ? (
          <span className={textStyles.soft}>{words.noSuppliers}</span>
        ) : (
          <>
            <span className={tally.complete > 0 ? `${layoutStyles.good} ${layoutStyles.strong}` : undefined}>
              {words.complete(tally.complete, counts.suppliers)}
            </span>
            {tally.late > 0 && (
              <span className={`${layoutStyles.bad} ${layoutStyles.strong}`}>{words.late(tally.late)}</span>
            )}
            {tally.missing > 0 && <span>{words.missing(tally.missing)}</span>}
          </>
        )}
      </p>
      <p className={`${textStyles.soft} ${layoutStyles.wrap}`}>
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
