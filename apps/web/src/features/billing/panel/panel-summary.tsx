import { formatDay } from '../../../shared/time/moment.ts'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { formatMoney } from '../format-money.ts'
import styles from '../pay/pay.module.css'
import { billingWords } from '../words/billing-words.ts'
import { panelWords } from '../words/panel/panel-words.ts'
import { payWords } from '../words/pay/pay-words.ts'
import type { PanelCheckout } from './use-panel-checkout.ts'

const DAY_MS = 86_400_000

/** What is bought, at which price and when it is charged. The sum of today is in the form, with discounts and tax. */
export function PanelSummary({ checkout: { kind, offer, trialDays } }: { checkout: PanelCheckout }) {
  const words = useWords(payWords)
  const { beforeTax } = useWords(panelWords)
  const { planNames } = useWords(billingWords)
  const { language } = useLanguage()
  const trialEnds = formatDay(new Date(Date.now() + trialDays * DAY_MS).toISOString(), 'local', language)
  const price = offer && formatMoney(offer.amount, language)
  const plan = offer === null ? 'Waybill' : planNames[offer.role]
  return (
    <div className={styles.payHead}>
      <a href="/dash/account/billing" className={textStyles.quietButton}>
        <Icon name="back" size={16} />
        {words.back}
      </a>
      <h1>{kind === 'card' ? words.titles.card : words.titles[kind](plan, trialDays)}</h1>
      <p className={textStyles.soft}>
        {kind === 'trial' ? words.intros.trial(trialDays, price ?? '', trialEnds) : words.intros[kind]}
      </p>
      {offer && (
        <>
          <dl className={`${layoutStyles.ruledList} ${styles.paySums}`}>
            <div className={layoutStyles.ends} data-strong>
              <dt>{words.price}</dt>
              <dd>
                {words.per[offer.purchase === 'prepaid' ? (`${offer.period}Once` as const) : offer.period](price ?? '')}
              </dd>
            </div>
          </dl>
          <p className={`${textStyles.soft} ${layoutStyles.medium}`}>{beforeTax}</p>
        </>
      )}
    </div>
  )
}
