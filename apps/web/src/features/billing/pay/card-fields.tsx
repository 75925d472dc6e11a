import { useEffect } from 'react'
import { useWords } from '../../../shared/words/language.tsx'
import { payWords } from '../words/pay/pay-words.ts'
import { formatUntil, groupNumber } from './card-text.ts'
import { DigitsField } from './digits-field.tsx'
import styles from './pay.module.css'
import type { TypedCard } from './pay-slip.tsx'

/** The number and the expiry date of a card. */
export function CardFields({ card }: { card: TypedCard }) {
  const words = useWords(payWords)
  const { text, numberField, untilField, change } = card
  useEffect(() => {
    // On a phone the keyboard would hide what is to be paid.
    if (matchMedia('(pointer: fine)').matches) numberField.current?.focus({ preventScroll: true })
  }, [numberField])
  return (
    <div className={styles.payCard}>
      <DigitsField
        input={numberField}
        label={words.number}
        value={groupNumber(text.number)}
        format={groupNumber}
        error={card.isNumberMissing && words.numberMissing}
        onType={(number) => change({ number })}
      />
      <DigitsField
        input={untilField}
        label={words.until}
        value={text.until}
        format={formatUntil}
        error={card.isUntilMissing && words.untilMissing}
        onType={(until) => change({ until })}
      />
    </div>
  )
}
