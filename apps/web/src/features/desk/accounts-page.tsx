import { formatBytes } from '@waybill/contract/core/sizes'
import type { DeskAccount } from '@waybill/contract/operating/desk-account-endpoints'
import { call } from '../../shared/api/client.ts'
import { SearchField } from '../../shared/ui/fields/search-field.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { AccountActs } from './account-acts.tsx'
import styles from './desk.module.css'
import { DeskLink, DeskList, DeskRow, Fact, useDeskList, useDeskSearch, useMoment } from './desk-list.tsx'
import { deskWords } from './words/desk-words.ts'

/** Finds accounts, and changes them. */
export function AccountsPage() {
  const words = useWords(deskWords)
  const [{ q = '' }, show] = useDeskSearch()
  const list = useDeskList('accounts', { q }, (after, signal) =>
    call('searchAccounts', { query: { q, ...after }, signal }),
  )
  const accounts = list.data?.pages.flatMap((page) => page.accounts) ?? []
  return (
    <section className={layoutStyles.stack} aria-label={words.pages.accounts}>
      <SearchField label={words.search} q={q} onSearch={(typed) => show({ q: typed })} />
      <DeskList list={list} count={accounts.length} empty={words.noAccounts}>
        {accounts.map((account) => (
          <Row key={account._id} account={account} />
        ))}
      </DeskList>
    </section>
  )
}

function Row({ account }: { account: DeskAccount }) {
  const words = useWords(deskWords)
  const { email, fullName, role, suspendedAt, isOperator } = account
  return (
    <DeskRow
      head={
        <>
          <strong>{email}</strong>
          {fullName !== '' && <span>{fullName}</span>}
          <span className={textStyles.soft}>{words.plans[role] ?? role}</span>
          {suspendedAt !== null && <span className={layoutStyles.bad}>{words.isSuspended}</span>}
          {isOperator && <span className={layoutStyles.good}>{words.isOperator}</span>}
        </>
      }
    >
      <Facts account={account} />
      {isOperator ? <p className={textStyles.soft}>{words.account.operatorText}</p> : <AccountActs account={account} />}
    </DeskRow>
  )
}

function Facts({ account }: { account: DeskAccount }) {
  const words = useWords(deskWords)
  const moment = useMoment()
  const { lastActiveAt, suspendedAt, suspendedBecause, company } = account
  return (
    <dl className={styles.figures}>
      <Fact label={words.account.id}>
        <span className={textStyles.mono}>{account._id}</span>{' '}
        <DeskLink path="security" q={account._id}>
          {words.pages.security}
        </DeskLink>
      </Fact>
      {company !== '' && <Fact label={words.account.company}>{company}</Fact>}
      <Fact label={words.account.plan}>{words.plans[account.role] ?? account.role}</Fact>
      <Fact label={words.account.subscription}>
        {words.subscriptions[account.subscription] ?? account.subscription}
      </Fact>
      <Fact label={words.account.teamRole}>{words.teamRoles[account.teamRole] ?? account.teamRole}</Fact>
      <Fact label={words.account.stored}>{formatBytes(account.usedBytes)}</Fact>
      <Fact label={words.account.created}>{moment(account.createdAt)}</Fact>
      <Fact label={words.account.active}>
        {lastActiveAt === null ? words.account.neverActive : moment(lastActiveAt)}
      </Fact>
      <Fact label={words.account.factor}>{account.hasFactor ? words.hasFactor : words.noFactor}</Fact>
      {suspendedAt !== null && (
        <Fact label={words.account.reason}>
          {suspendedBecause || words.account.noReason} <span className={textStyles.soft}>{moment(suspendedAt)}</span>
        </Fact>
      )}
    </dl>
  )
}
