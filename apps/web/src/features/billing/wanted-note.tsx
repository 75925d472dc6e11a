import { isWithin, planThatLifts, type Wanted } from '@waybill/contract/billing/lifts'
import type { Role } from '@waybill/contract/billing/plans'
import { plansSeller } from '../../shared/document/plans-seller.ts'
import { supportEmail } from '../../shared/document/support-email.ts'
import { Address } from '../../shared/ui/marks/address.tsx'
import { mailTo } from '../../shared/ui/page/mail-to.ts'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import { Gap } from '../../shared/words/gap.tsx'
import { useWords } from '../../shared/words/language.tsx'
import { billingWords } from './words/billing-words.ts'

/** Whom to write to where a limit led here, and no plan that can be bought lifts it. */
export function WantedNote({ wanted: { limit, need }, role }: { wanted: Wanted; role: Role }) {
  const words = useWords(billingWords)
  if (isWithin(limit, role, need)) return null
  const plan = planThatLifts(limit, role, need)
  if (plan === 'free' || (plan !== null && plansSeller() !== null)) return null
  const address = supportEmail()
  return (
    <p className={layoutStyles.callout} role="note">
      {plan === null ? words.noneLifts : words.notSoldHere}
      <Gap />
      <a href={mailTo(address)}>
        <Address of={address} />
      </a>
    </p>
  )
}
