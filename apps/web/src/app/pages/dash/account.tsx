import { Link, useLocation, useSearch } from '@tanstack/react-router'
import { type AccountTab, accountTabs } from '@waybill/contract/identity/account-tabs'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import type { ComponentType } from 'react'
import { OwnThingsTab } from '../../account/own-things-tab.tsx'
import { ProfileTab } from '../../account/profile-tab.tsx'
import { SecurityTab } from '../../account/security-tab.tsx'
import { SendingTab } from '../../account/sending-tab.tsx'
import { useAccount } from '../../accounts/session.ts'
import { usePageTitle } from '../../ui/page-title.ts'
import { WebhooksTab } from '../../webhooks/webhooks-tab.tsx'
import { accountPageWords } from '../../words/account-page.ts'
import { useWords } from '../../words/language.tsx'
import './dash-page.css'

const tabs = {
  profile: ProfileTab,
  sending: SendingTab,
  security: SecurityTab,
  webhooks: WebhooksTab,
  data: OwnThingsTab,
} satisfies Record<AccountTab, ComponentType<{ account: User }>>
const isTab = (name: unknown): name is AccountTab => accountTabs.includes(name as AccountTab)

/** The account's own matters. The tab stands in the path; `?tab=` is another way to say it. */
export function AccountPage() {
  const words = useWords(accountPageWords)
  usePageTitle(words.title)
  const account = useAccount()
  const inPath = useLocation({ select: ({ pathname }) => pathname.split('/')[3] })
  const { tab: asked } = useSearch({ strict: false }) as { tab?: string }
  const tab = [inPath, asked].find(isTab) ?? 'profile'
  const Shown = tabs[tab]
  return (
    <>
      <h1 className="dash-title">{words.title}</h1>
      <nav className="account-tabs" aria-label={words.title}>
        {accountTabs.map((name) => (
          <Link
            key={name}
            to={`/dash/account/${name}`}
            className={name === tab ? 'account-tab active' : 'account-tab'}
            aria-current={name === tab ? 'page' : undefined}
          >
            {words.tabs[name]}
          </Link>
        ))}
      </nav>
      {account && <Shown account={account} />}
    </>
  )
}
