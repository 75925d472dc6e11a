import { Link, useLocation, useSearch } from '@tanstack/react-router'
import { type AccountTab, accountTabs, adminTabs } from '@waybill/contract/identity/account-tabs'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import type { ComponentType } from 'react'
import { KeysTab } from '../../../features/account/keys/keys-tab.tsx'
import { OwnThingsTab } from '../../../features/account/profile/own-things-tab.tsx'
import { ProfileTab } from '../../../features/account/profile/profile-tab.tsx'
import { SecurityTab } from '../../../features/account/security/security-tab.tsx'
import { callSteppedUp } from '../../../features/account/security/step-up.ts'
import { StepUpDialog } from '../../../features/account/security/step-up-dialog.tsx'
import { SendingTab } from '../../../features/account/sending/sending-tab.tsx'
import { accountPageWords } from '../../../features/account/words/account-page-words.ts'
import { BillingTab } from '../../../features/billing/account/billing-tab.tsx'
import { PlansTab } from '../../../features/billing/buying/plans-tab.tsx'
import { CustomizeTab } from '../../../features/branding/customize-tab.tsx'
import { PoweredByTab } from '../../../features/branding/powered-by-tab.tsx'
import { RequestDefaults } from '../../../features/requests/form/request-defaults.tsx'
import { ActivityTab } from '../../../features/team/activity/activity-tab.tsx'
import { type RequireFactor, RequireFactorContext } from '../../../features/team/factor-part.tsx'
import { type OfferHandover, OfferHandoverContext } from '../../../features/team/handover-dialog.tsx'
import { HandoverNote } from '../../../features/team/handover-note.tsx'
import { TeamsTab } from '../../../features/team/teams-tab.tsx'
import { useSeesTeam } from '../../../features/transfers/list/member-filter.tsx'
import { WebhooksTab } from '../../../features/webhooks/webhooks-tab.tsx'
import { SettingsTab } from '../../../features/workspace-settings/settings-tab.tsx'
import { type SsoCalls, SsoCallsContext } from '../../../features/workspace-settings/use-sso.ts'
import { useAccount } from '../../../shared/api/session.ts'
import { HelpLinks } from '../../../shared/help/help-links.tsx'
import type { HelpArticle } from '../../../shared/help/help-titles.ts'
import accountPartStyles from '../../../shared/settings/account-part.module.css'
import listStyles from '../../../shared/ui/lists/list.module.css'
import { useCurrentInView } from '../../../shared/ui/lists/use-current-in-view.ts'
import dashPageStyles from '../../../shared/ui/page/dash-page.module.css'
import { usePageTitle } from '../../../shared/ui/page/page-title.ts'
import { useWords } from '../../../shared/words/language.tsx'
import { NotFoundPage } from '../not-found.tsx'

const tabs = {
  profile: ProfileTab,
  plans: PlansTab,
  billing: BillingTab,
  settings: SettingsPage,
  teams: TeamsPage,
  'team-activity': ActivityTab,
  customize: CustomizeTab,
  'powered-by': PoweredByTab,
  sending: SendingPage,
  security: SecurityTab,
  webhooks: WebhooksTab,
  keys: KeysTab,
  data: OwnThingsTab,
} satisfies Record<AccountTab, ComponentType<{ account: User }>>
/** The article of the help below a tab; other tabs name theirs beside what they are about. */
const helpOf: Partial<Record<AccountTab, HelpArticle>> = {
  plans: 'limits',
  billing: 'plans-and-billing',
  teams: 'team',
  customize: 'branding',
  sending: 'alerts',
  webhooks: 'webhooks',
  data: 'your-data',
}
/** The specification's numbers of two tabs. */
const numbered: Record<string, AccountTab> = { 1: 'plans', 2: 'billing' }
/** The admin has the activity of the team under the team. */
const shownUnder = (tab: AccountTab): AccountTab => (tab === 'team-activity' ? 'teams' : tab)
const isTab = (name: unknown): name is AccountTab => accountTabs.includes(name as AccountTab)

/** The account's settings. The tab is in the path; `?tab=` names it too. */
export function AccountPage() {
  const words = useWords(accountPageWords)
  usePageTitle(words.title)
  const account = useAccount()
  const inPath = useLocation({ select: ({ pathname }) => pathname.split('/')[3] })
  const { tab: asked } = useSearch({ strict: false }) as { tab?: string }
  const tab = [inPath, asked, numbered[asked ?? '']].find(isTab) ?? 'profile'
  const Shown = tabs[tab]
  const strip = useCurrentInView<HTMLElement>(tab)
  const isMember = account?.isTeamMember ?? false
  const seesTeam = useSeesTeam()
  const has = (name: AccountTab) => (name === 'team-activity' ? seesTeam : !isMember || !adminTabs.includes(name))
  if (account && !has(tab)) return <NotFoundPage />
  return (
    <>
      <h1 className={dashPageStyles.dashTitle}>{words.title}</h1>
      <nav ref={strip} className={`${listStyles.listViews} ${accountPartStyles.accountTabs}`} aria-label={words.title}>
        {accountTabs
          .filter((name) => has(name) && (isMember || name !== 'team-activity'))
          .map((name) => (
            <Link
              key={name}
              to={`/dash/account/${name}`}
              className={listStyles.listView}
              aria-current={name === (isMember ? tab : shownUnder(tab)) ? 'page' : undefined}
            >
              {words.tabs[name]}
            </Link>
          ))}
      </nav>
      {account && <HandoverNote account={account} />}
      {account && <Shown account={account} />}
      <TabHelp tab={tab} />
    </>
  )
}

function TabHelp({ tab }: { tab: AccountTab }) {
  const article = helpOf[tab]
  return article === undefined ? null : <HelpLinks articles={[article]} />
}

const offerHandover: OfferHandover = (member, password) =>
  callSteppedUp('offerHandover', { body: { member, password } }, password)

const requireFactor: RequireFactor = (isRequired) => callSteppedUp('requireSecondFactor', { body: { isRequired } })

function TeamsPage({ account }: { account: User }) {
  return (
    <OfferHandoverContext value={offerHandover}>
      <RequireFactorContext value={requireFactor}>
        <TeamsTab account={account} />
      </RequireFactorContext>
      <StepUpDialog />
    </OfferHandoverContext>
  )
}

const ssoCalls: SsoCalls = {
  save: (body, password) => callSteppedUp('saveSso', { body }, password),
  require: (isRequired, password) => callSteppedUp('requireSso', { body: { isRequired, password } }, password),
  remove: (password) => callSteppedUp('removeSso', { body: { password } }, password),
}

function SettingsPage({ account }: { account: User }) {
  return (
    <>
      <SsoCallsContext value={ssoCalls}>
        <SettingsTab account={account} />
      </SsoCallsContext>
      <StepUpDialog />
    </>
  )
}

function SendingPage({ account }: { account: User }) {
  return <SendingTab account={account} requestDefaults={<RequestDefaults account={account} />} />
}
