import { Link, useLocation } from '@tanstack/react-router'
import { plans } from '@waybill/contract/billing/plans'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import { Suspense } from 'react'
import { signOut, useAccount } from '../../shared/api/session.ts'
import { lazyPart } from '../../shared/loading/lazy-part.ts'
import { DropMenu, Menu } from '../../shared/ui/dialogs/drop-menu.tsx'
import { Avatar } from '../../shared/ui/marks/avatar.tsx'
import { Icon } from '../../shared/ui/marks/icons.tsx'
import { notify } from '../../shared/ui/page/notices.ts'
import topBarStyles from '../../shared/ui/page/top-bar.module.css'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import styles from './account-menu.module.css'
import topNavStyles from './top-nav.module.css'
import { dashWords } from './words/dash-words.ts'

/** Loaded with the dashboard, and used nowhere else. */
const DashParts = lazyPart(async () => (await import('./dash-parts.tsx')).DashParts)

function DashPart({ at }: { at: 'bar' | 'menu' | 'picture' }) {
  const isInside = useLocation({ select: ({ pathname }) => /^\/dash(\/|$)/.test(pathname) })
  const isBarred = useAccount()?.secondFactorRule === 'unmet'
  if (!isInside || isBarred) return null
  return (
    <Suspense fallback={null}>
      <DashParts at={at} />
    </Suspense>
  )
}

/** From the second login on, and not on small screens, which the style sheet knows. */
const mayUpgrade = ({ role, loginCount, isTeamMember }: User): boolean =>
  role === 'free' && loginCount >= 2 && !isTeamMember

/** The icon of the company's site, which is square as a picture is; a logo of one's own choice need not be. */
const iconOf = ({ logoPic, role }: User): User['profilePic'] =>
  logoPic === null || plans[role].branding === 'own' ? null : { small: logoPic, verysmall: logoPic }

/** The link to the dashboard, and the account's own menu behind its picture. */
export function AccountMenu({ account }: { account: User }) {
  const words = useWords(dashWords)
  const leave = () => void signOut().catch(() => notify({ title: words.signOutFailed, tone: 'warning' }))
  return (
    <>
      <Link to="/dash" className={`${topBarStyles.topBarTool} ${topNavStyles.topNavMain} ${styles.accountMenuDash}`}>
        {words.dash}
      </Link>
      {mayUpgrade(account) && (
        <Link to="/dash/account/plans" className={`${topBarStyles.topBarTool} ${styles.accountMenuUpgrade}`}>
          {words.upgrade}
        </Link>
      )}
      <DashPart at="bar" />
      <DropMenu position="bottom-end" width={240} withinPortal={false}>
        <Menu.Target>
          <button
            type="button"
            className={`${topBarStyles.topBarTool} ${styles.accountMenuButton}`}
            aria-label={words.accountMenu}
          >
            {account.company && (
              <span className={`${layoutStyles.cut} ${styles.accountMenuCompany}`}>{account.company}</span>
            )}
            <Avatar of={{ ...account, profilePic: account.profilePic ?? iconOf(account) }} />
            <DashPart at="picture" />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={styles.accountMenuWho}>
            <strong>{account.fullName || account.email}</strong>
            {account.fullName && <span className={`${textStyles.soft} ${layoutStyles.small}`}>{account.email}</span>}
          </div>
          <DashPart at="menu" />
          <Menu.Item component={Link} to={'/dash/account/profile' as never} leftSection={<Icon name="person" />}>
            {words.profile}
          </Menu.Item>
          {!account.isTeamMember && (
            <>
              <Menu.Item component={Link} to={'/dash/account/settings' as never} leftSection={<Icon name="link" />}>
                {words.domain}
              </Menu.Item>
              <Menu.Item component={Link} to={'/dash/account/teams' as never} leftSection={<Icon name="person" />}>
                {words.team}
              </Menu.Item>
              <Menu.Item component={Link} to={'/dash/account/customize' as never} leftSection={<Icon name="sun" />}>
                {words.customize}
              </Menu.Item>
              <Menu.Item component={Link} to={'/dash/account/billing' as never} leftSection={<Icon name="card" />}>
                {words.billing}
              </Menu.Item>
            </>
          )}
          <Menu.Item leftSection={<Icon name="leave" />} onClick={leave}>
            {words.logOut}
          </Menu.Item>
        </Menu.Dropdown>
      </DropMenu>
    </>
  )
}
