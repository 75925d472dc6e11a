import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Problem } from '@waybill/contract/core/problems'
import { formatBytes } from '@waybill/contract/core/sizes'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import type { OpenedInvite } from '@waybill/contract/workspaces/team-endpoints'
import { useState } from 'react'
import { call } from '../../shared/api/client.ts'
import { failureSentence } from '../../shared/api/problem-words.ts'
import { queryClient } from '../../shared/api/query-provider.tsx'
import { setAccount, signOut, useAccount } from '../../shared/api/session.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { Button } from '../../shared/ui/fields/button.ts'
import { FailureLine } from '../../shared/ui/fields/failure-line.tsx'
import { ListFailed } from '../../shared/ui/lists/list-failed.tsx'
import { Slip } from '../../shared/ui/marks/slip.tsx'
import { notify } from '../../shared/ui/page/notices.ts'
import { usePageTitle } from '../../shared/ui/page/page-title.ts'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import { JoinForm } from './join-form.tsx'
import { teamWords } from './words/team-words.ts'

/** The page of an invitation: signing up with its address, or joining with the account that has it. */
export function InviteScreen({ token }: { token: string }) {
  const words = useWords(teamWords)
  usePageTitle(words.inviteTitle)
  const account = useAccount()
  const [isJoining, setJoining] = useState(false)
  const { data, error, refetch } = useQuery(
    {
      queryKey: ['invite', token, account?._id ?? null],
      queryFn: ({ signal }) => call('openInvite', { body: { invite: token }, signal }),
      // Joining uses the invitation up: what it said stays shown until the dashboard is.
      enabled: account !== undefined && !isJoining,
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  )
  return (
    <Slip label={words.inviteName} name={words.inviteName} aside={<span />}>
      {data ? (
        <Invitation token={token} invite={data} account={account ?? null} onJoining={setJoining} />
      ) : error ? (
        <InviteFailed error={error} account={account ?? null} onAgain={() => void refetch()} />
      ) : (
        <div className={partsStyles.waiting} role="status" aria-label={words.loading} />
      )}
    </Slip>
  )
}

interface InviteFailedProps {
  error: Error
  account: User | null
  onAgain: () => void
}

/** Somebody who has joined may open the mail again: an invitation that is used up leads on. */
function InviteFailed({ error, account, onAgain }: InviteFailedProps) {
  const words = useWords(teamWords)
  const { language } = useLanguage()
  const isGone = error instanceof Problem && error.code === 'invite-gone'
  if (!isGone) return <ListFailed error={error} again={words.again} onAgain={onAgain} />
  return (
    <div className={layoutStyles.stack}>
      <h1>{words.gone}</h1>
      <p role="alert">{failureSentence(language, error)}</p>
      <Button
        fullWidth
        variant="default"
        renderRoot={(props) => (account === null ? <Link to="/login" {...props} /> : <Link to="/dash" {...props} />)}
      >
        {account === null ? words.logIn : words.openDash}
      </Button>
    </div>
  )
}

interface InvitationProps {
  token: string
  invite: OpenedInvite
  account: User | null
  onJoining: (isJoining: boolean) => void
}

function Invitation({ token, invite, account, onJoining }: InvitationProps) {
  const words = useWords(teamWords)
  const navigate = useNavigate()
  const joined = () => {
    notify({ title: words.joined })
    void navigate({ to: '/dash', replace: true })
  }
  return (
    <div className={layoutStyles.stack}>
      <h1>{words.inviteTitle}</h1>
      <p>{words.invitedBy(invite.invitedBy.email, invite.company)}</p>
      <p className={textStyles.soft}>
        {words.joinsAs[invite.role]} {words.joinMeans}
      </p>
      {account === null && !invite.hasAccount && (
        <JoinForm token={token} invite={invite} onJoining={onJoining} onJoined={joined} />
      )}
      {account === null && invite.hasAccount && <LogInFirst token={token} invite={invite} />}
      {account !== null && invite.brings === null && <OtherAccount own={account.email} invited={invite.email} />}
      {account !== null && invite.brings !== null && <Brings token={token} brings={invite.brings} onJoined={joined} />}
    </div>
  )
}

function LogInFirst({ token, invite: { email } }: { token: string; invite: OpenedInvite }) {
  const words = useWords(teamWords)
  return (
    <>
      <p>{words.logInFirst}</p>
      <Button
        fullWidth
        renderRoot={(props) => (
          <Link to="/login" search={{ user: email, next: `/invite/${token}` } as never} {...props} />
        )}
      >
        {words.logIn}
      </Button>
    </>
  )
}

function OtherAccount({ own, invited }: { own: string; invited: string }) {
  const words = useWords(teamWords)
  const { isBusy, error, save } = useMutation()
  return (
    <>
      <p>{words.otherAccount(own, invited)}</p>
      <FailureLine>{error}</FailureLine>
      <Button fullWidth variant="default" loading={isBusy} onClick={() => void save(() => signOut())}>
        {words.logOut}
      </Button>
    </>
  )
}

interface BringsProps {
  token: string
  brings: NonNullable<OpenedInvite['brings']>
  onJoined: () => void
}

/** What joins is said before the press. */
function Brings({ token, brings, onJoined }: BringsProps) {
  const words = useWords(teamWords)
  const { language } = useLanguage()
  const { isBusy, error, save } = useMutation()
  const { transfers, requests, contacts, usedBytes, because } = brings
  if (because !== null) return <p role="status">{words.bound[because]}</p>
  const join = () =>
    void save(async () => {
      const { user } = await call('acceptInvite', { body: { invite: token } })
      setAccount(user)
      onJoined()
    })
  return (
    <>
      <p>{words.brings}</p>
      <ul className={layoutStyles.ruledList}>
        <li>{words.broughtTransfers(transfers)}</li>
        <li>{words.broughtRequests(requests)}</li>
        <li>{words.broughtContacts(contacts)}</li>
        <li>{words.broughtBytes(formatBytes(usedBytes, language))}</li>
      </ul>
      <p className={textStyles.soft}>{words.bringsStays}</p>
      <FailureLine>{error}</FailureLine>
      <Button fullWidth loading={isBusy} onClick={join}>
        {words.join}
      </Button>
    </>
  )
}
