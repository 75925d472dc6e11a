import { plans } from '@waybill/contract/billing/plans'
import { storageState } from '@waybill/contract/billing/standing'
import { formatBytes } from '@waybill/contract/core/sizes'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import { UpgradeLink } from '../../../shared/billing/upgrade/upgrade-link.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import { Gap } from '../../../shared/words/gap.tsx'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { quickSendWords } from './words/quick-send-words.ts'

/** One line from 90 % of the plan's storage, before the limit screen appears. */
export function StorageWarning({ account: { role, folderSize, team } }: { account: User }) {
  const words = useWords(quickSendWords)
  const { language } = useLanguage()
  if (storageState(role, folderSize) !== 'almost-full') return null
  const { storageBytes } = plans[role]
  const almostFull = team.length > 0 ? words.teamStorageAlmostFull : words.storageAlmostFull
  return (
    <p className={layoutStyles.callout} role="status">
      {almostFull(formatBytes(folderSize, language), formatBytes(storageBytes, language))}
      <Gap />
      <UpgradeLink limit="storage" need={storageBytes + 1} />
    </p>
  )
}
