import type { RequestRecord, Sealing } from '@waybill/contract/requests/shapes'
import { useUnlocked } from '../../../../shared/sealing/unlocked.ts'
import { sealingWords } from '../../../../shared/sealing/words/sealing-words.ts'
import { Button } from '../../../../shared/ui/fields/button.ts'
import { Icon } from '../../../../shared/ui/marks/icons.tsx'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../../shared/words/language.tsx'
import { useSealed } from '../sealed-context.tsx'
import { sealedRequestsWords } from '../words/sealed-requests-words.ts'
import { SaveAnswers } from './save-answers.tsx'

/** Above sealed answers: why they cannot be read and the way to read them, or their file. */
export function SealedAnswersLine({ record, sealing }: { record: RequestRecord; sealing: Sealing }) {
  const words = useWords(sealedRequestsWords)
  const { unlock } = useWords(sealingWords)
  const sealed = useSealed()
  const keys = useUnlocked(sealing)
  return (
    <div className={`${layoutStyles.row} ${layoutStyles.wrap} ${layoutStyles.below}`}>
      <p className={textStyles.soft}>{keys === null ? words.answersLocked : words.answersOpen}</p>
      {keys === null ? (
        <Button
          variant="default"
          leftSection={<Icon name="lock" size={18} />}
          onClick={() => sealed?.ask({ is: 'unlock' })}
        >
          {unlock}
        </Button>
      ) : (
        <SaveAnswers record={record} keys={keys} />
      )}
    </div>
  )
}
