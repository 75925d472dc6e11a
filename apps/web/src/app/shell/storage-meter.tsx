import { plans } from '@waybill/contract/billing/plans'
import { storageState } from '@waybill/contract/billing/standing'
import { formatBytes } from '@waybill/contract/core/sizes'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import { LinkHold } from '../../shared/billing/link-hold.tsx'
import { UpgradeLink } from '../../shared/billing/upgrade/upgrade-link.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import styles from './storage-meter.module.css'
import { dashWords } from './words/dash-words.ts'

/** How much of the plan is used: storage, and this month's transfers where the plan limits them. */
export function StorageMeter({ account }: { account: User }) {
  const words = useWords(dashWords)
  const { language } = useLanguage()
  const { storageBytes, monthlyTransfers } = plans[account.role]
  const state = storageState(account.role, account.folderSize)
  const used = formatBytes(account.folderSize, language)
  const limit = formatBytes(storageBytes, language)
  const monthUsed = account.team.length > 0 ? words.teamMonthUsed : words.monthUsed
  return (
    <div className={`${layoutStyles.stackTight} ${layoutStyles.small} ${styles.storageMeter}`} data-state={state}>
      <p className={layoutStyles.wrap}>
        <span>{words.storageUsed(used, limit)}</span>
        {state !== 'fine' && <strong>{state === 'full' ? words.storageFull : words.storageAlmostFull}</strong>}
      </p>
      <meter min={0} max={storageBytes} value={Math.min(account.folderSize, storageBytes)} aria-label={words.storage}>
        {words.storageUsed(used, limit)}
      </meter>
      <LinkHold />
      {state !== 'fine' && (
        <p>
          <UpgradeLink limit="storage" need={Math.max(account.folderSize, storageBytes) + 1} />
        </p>
      )}
      {monthlyTransfers !== null && (
        <p className={textStyles.soft}>{monthUsed(account.thisMonthsTransfers, monthlyTransfers)}</p>
      )}
    </div>
  )
}
