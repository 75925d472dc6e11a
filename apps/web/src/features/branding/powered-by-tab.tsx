import { isWithin } from '@waybill/contract/billing/lifts'
import { plans } from '@waybill/contract/billing/plans'
import type { Branding } from '@waybill/contract/branding/endpoints'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import { useState } from 'react'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { UpgradeLink } from '../../shared/billing/upgrade/upgrade-link.tsx'
import { AccountPart } from '../../shared/settings/account-part.tsx'
import { FailureLine } from '../../shared/ui/fields/failure-line.tsx'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { BrandingTab } from './branding-tab.tsx'
import { changeBranding } from './use-branding.ts'
import { brandingWords } from './words/branding-words.ts'

/** Whether pages and emails say 'Sent with Waybill'. */
export function PoweredByTab({ account }: { account: User }) {
  const words = useWords(brandingWords)
  if (!isWithin('no-mark', account.role, 1)) {
    return (
      <AccountPart title={words.poweredBy} text={words.poweredByText}>
        <p>
          {plans[account.role].branding === 'ours' ? words.oursText : words.lineText} {words.offText}
        </p>
        <p>
          <UpgradeLink limit="no-mark" need={1} />
        </p>
      </AccountPart>
    )
  }
  return <BrandingTab title={words.poweredBy}>{(branding) => <Switch branding={branding} />}</BrandingTab>
}

function Switch({ branding: { showsPoweredBy } }: { branding: Branding }) {
  const words = useWords(brandingWords)
  const { isBusy, error, save } = useMutation()
  // Follows the press at once, and goes back where it is refused.
  const [isOn, setOn] = useState(showsPoweredBy)
  const choose = async (isWanted: boolean) => {
    setOn(isWanted)
    if (!(await save(() => changeBranding({ showsPoweredBy: isWanted }), words.saved))) setOn(!isWanted)
  }
  return (
    <AccountPart title={words.poweredBy} text={words.poweredByText}>
      <label className={partsStyles.tick}>
        <input
          type="checkbox"
          checked={isOn}
          disabled={isBusy}
          onChange={(event) => void choose(event.currentTarget.checked)}
        />
        <span>{words.shows}</span>
      </label>
      <FailureLine>{error}</FailureLine>
    </AccountPart>
  )
}
