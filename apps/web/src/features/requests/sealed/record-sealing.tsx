import { lock, useUnlocked } from '../../../shared/sealing/unlocked.ts'
import { sealingWords } from '../../../shared/sealing/words/sealing-words.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import linesStyles from '../../../shared/ui/styles/lines.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { Gap } from '../../../shared/words/gap.tsx'
import { useWords } from '../../../shared/words/language.tsx'
import { RequestKey } from './request-key.tsx'
import { useSealed } from './sealed-context.tsx'
import sealedRequestsStyles from './sealed-requests.module.css'
import { sealedRequestsWords } from './words/sealed-requests-words.ts'

/** Says that files are sealed, for which key, and whether they are unlocked here now. */
export function RecordSealing() {
  const sealed = useSealed()
  return sealed && <Standing sealed={sealed} />
}

function Standing({ sealed: { sealing, ask } }: { sealed: NonNullable<ReturnType<typeof useSealed>> }) {
  const words = useWords(sealedRequestsWords)
  const { unlock } = useWords(sealingWords)
  const isLocked = useUnlocked(sealing) === null
  return (
    <div className={`${linesStyles.lines} ${layoutStyles.above}`}>
      <RequestKey sealing={sealing} />
      <p
        className={`${layoutStyles.row} ${layoutStyles.large} ${layoutStyles.gapLines} ${sealedRequestsStyles.recordSealingState}`}
        data-locked={isLocked || undefined}
      >
        <span role="status">{isLocked ? words.isLocked : words.isUnlocked}</span>
        <Gap />
        <button
          type="button"
          className={textStyles.quietButton}
          onClick={() => (isLocked ? ask({ is: 'unlock' }) : lock(sealing))}
        >
          {isLocked ? unlock : words.lockAgain}
        </button>
      </p>
    </div>
  )
}
