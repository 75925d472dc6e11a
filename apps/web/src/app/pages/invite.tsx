import { useParams } from '@tanstack/react-router'
import accountPageStyles from '../../features/account/account-page.module.css'
import { InviteScreen } from '../../features/team/invite-screen.tsx'

/** An invitation to a team. */
export function InvitePage() {
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  return (
    <div className={accountPageStyles.accountPage}>
      <InviteScreen token={token} />
    </div>
  )
}
