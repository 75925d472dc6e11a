import { Link } from '@tanstack/react-router'
import { type Wanted, wantedSearch } from '@waybill/contract/billing/lifts'
import { ANON_FREE_SENDS, plans } from '@waybill/contract/billing/plans'
import { formatBytes } from '@waybill/contract/core/sizes'
import { useQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import { useFocusOnce } from '../../../shared/ui/fields/use-focus-once.ts'
import { Slip } from '../../../shared/ui/marks/slip.tsx'
import { Stamp } from '../../../shared/ui/marks/stamp.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { sendingWords } from '../../../shared/upload/words/sending-words.ts'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import styles from './limit-screen.module.css'

/** Replaces the form when no more may be sent, and says what an account gives. */
export function LimitScreen() {
  const words = useWords(sendingWords)
  const { language } = useLanguage()
  const isFull = useQuickSend((state) => state.limit === 'storage-full')
  const heading = useFocusOnce<HTMLHeadingElement>()
  const { monthlyTransfers, uploadLimitBytes, storageBytes, recipientLimit } = plans.free
  // A free account lifts either limit.
  const wanted: Wanted = isFull
    ? { limit: 'storage', need: plans.anon.storageBytes + 1 }
    : { limit: 'sends', need: ANON_FREE_SENDS + 1 }
  const points = words.limitPoints({
    transfers: monthlyTransfers ?? 0,
    size: formatBytes(uploadLimitBytes, language),
    storage: formatBytes(storageBytes, language),
    people: recipientLimit,
  })
  return (
    <Slip label={words.limitName} name={words.limitName}>
      <div className={`${layoutStyles.stack} ${layoutStyles.starts} ${styles.limit}`}>
        {!isFull && <Stamp ink="waiting">{`${ANON_FREE_SENDS} / ${ANON_FREE_SENDS}`}</Stamp>}
        <h2 ref={heading} tabIndex={-1} className={`${layoutStyles.title} ${layoutStyles.aboveTight}`}>
          {isFull ? words.limitStorageTitle : words.limitTitle}
        </h2>
        <p className={textStyles.soft}>{isFull ? words.limitStorageText : words.limitText(ANON_FREE_SENDS)}</p>
        <ul className={layoutStyles.ruledList}>
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        <Button
          fullWidth
          renderRoot={(props) => <Link to="/pricing" search={{ plan: 'free', ...wantedSearch(wanted) }} {...props} />}
        >
          {words.signUp}
        </Button>
      </div>
    </Slip>
  )
}
