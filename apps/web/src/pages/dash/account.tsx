import { Link, useParams, useSearch } from '@tanstack/react-router'
import type { User } from '@waybill/contract/profile'
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
} satisfies Record<string, ComponentType<{ account: User }>>
type Tab = keyof typeof tabs
const names = Object.keys(tabs) as Tab[]
const isTab = (name: unknown): name is Tab => names.includes(name as Tab)

/** The account's own matters. The tab stands in the path; `?tab=` is another way to say it. */
export function AccountPage() {
  const words = useWords(accountPageWords)
  usePageTitle(words.title)
  const account = useAccount()
  const { tab: inPath } = useParams({ strict: false }) as { tab?: string }
  const { tab: asked } = useSearch({ strict: false }) as { tab?: string }
  const tab = [inPath, asked].find(isTab) ?? 'profile'
  const Shown = tabs[tab]
  return (
    <>
      <h1 className="dash-title">{words.title}</h1>
      <nav className="account-tabs" aria-label={words.title}>
        {names.map((name) => (
          <Link
            key={name}
            to="/dash/account/$tab"
            params={{ tab: name }}
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
