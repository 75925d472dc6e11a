import { testCardNumbers } from '@waybill/contract/billing/test-cards'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { payWords } from '../words/pay/pay-words.ts'
import { groupNumber } from './card-text.ts'
import styles from './pay.module.css'

const listed = [
  'works',
  'asksAtPage',
  'declined',
  'insufficientFunds',
  'expired',
  'failsLater',
  'asksAlways',
] as const satisfies readonly (keyof typeof testCardNumbers)[]

/** The cards that this page takes, what each does, and a button that fills it in. */
export function TestCardList({ onFill }: { onFill: (number: string) => void }) {
  const words = useWords(payWords)
  return (
    <section className={styles.payCards} aria-label={words.cards}>
      <h2 className={layoutStyles.large}>{words.cards}</h2>
      <ul className={layoutStyles.ruledList}>
        {listed.map((name) => {
          const number = testCardNumbers[name]
          return (
            <li key={name} className={layoutStyles.ends}>
              <span>
                <span className={`${textStyles.mono} ${layoutStyles.medium}`}>{groupNumber(number)}</span>
                <small>{words.cardDoes[name]}</small>
              </span>
              <button
                type="button"
                className={textStyles.quietButton}
                aria-label={words.fillNumber(number.slice(-4))}
                onClick={() => onFill(number)}
              >
                {words.fill}
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
