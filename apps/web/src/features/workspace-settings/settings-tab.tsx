import type { User } from '@waybill/contract/identity/profile-endpoints'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import { CustomHost } from './custom-host.tsx'

/** What the admin sets for the whole workspace, a section each. */
export function SettingsTab({ account }: { account: User }) {
  return (
    <div className={layoutStyles.stack}>
      <CustomHost account={account} />
    </div>
  )
}
