import { useSearch } from '@tanstack/react-router'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { pricingTitle } from './pricing-title.ts'
import { billingWords } from './words/billing-words.ts'

/** The title of the plans inside the dashboard, below that of the page. */
export function PlansHead({ account }: { account: User }) {
  const words = useWords(billingWords)
  const { sender } = useSearch({ strict: false })
  const { title, subheader } = pricingTitle(words, account, { sender })
  return (
    <header>
      <h2 className={partsStyles.headline}>{title}</h2>
      {subheader !== '' && <p className={textStyles.soft}>{subheader}</p>}
    </header>
  )
}
