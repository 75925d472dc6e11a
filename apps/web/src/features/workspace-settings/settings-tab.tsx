import type { User } from '@waybill/contract/identity/profile-endpoints'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import { CustomHost } from './custom-host.tsx'
import { MailDomain } from './mail-domain.tsx'
import { RegionPart } from './region.tsx'
import { SingleSignOn } from './single-sign-on.tsx'

/** What the admin sets for the whole workspace, a section each. */
export function SettingsTab({ account }: { account: User }) {
  return (
    <div className={layoutStyles.stack}>
      <CustomHost account={account} />
      <MailDomain account={account} />
      <RegionPart />
      <SingleSignOn account={account} />
    </div>
  )
}
