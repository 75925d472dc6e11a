import type { TeamInvite } from '@waybill/contract/workspaces/team-endpoints'
import { call } from '../../shared/api/client.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { AccountPart } from '../../shared/settings/account-part.tsx'
import { formatDay } from '../../shared/time/moment.ts'
import { FailureLine } from '../../shared/ui/fields/failure-line.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import { showTeam } from './use-team.ts'
import { teamWords } from './words/team-words.ts'

/** Invitations that nobody has accepted. */
export function InviteList({ invites }: { invites: readonly TeamInvite[] }) {
  const words = useWords(teamWords)
  return (
    <AccountPart title={words.invites}>
      <ul className={layoutStyles.stack}>
        {invites.map((invite) => (
          <InviteRow key={invite._id} invite={invite} />
        ))}
      </ul>
    </AccountPart>
  )
}

function InviteRow({ invite: { _id, email, role, expiresAt, isExpired } }: { invite: TeamInvite }) {
  const words = useWords(teamWords)
  const { language } = useLanguage()
  const { isBusy, error, save } = useMutation()
  const params = { invite: _id }
  const resend = () => void save(async () => showTeam((await call('resendInvite', { params })).team), words.resent)
  const withdraw = () =>
    void save(async () => showTeam((await call('withdrawInvite', { params })).team), words.withdrawn)
  return (
    <li className={layoutStyles.stackTight} aria-label={email}>
      <p className={`${layoutStyles.large} ${textStyles.mono}`}>{email}</p>
      <p className={`${layoutStyles.medium} ${textStyles.soft}`}>
        {words.roles[role]}
        {' · '}
        <span className={isExpired ? layoutStyles.warned : undefined}>
          {isExpired ? words.expired : words.expiresOn(formatDay(expiresAt, 'local', language))}
        </span>
      </p>
      <div className={`${layoutStyles.wrap} ${layoutStyles.gapLines}`} aria-busy={isBusy}>
        <button type="button" className={textStyles.quietButton} aria-disabled={isBusy} onClick={resend}>
          {words.resend}
        </button>
        <button type="button" className={textStyles.quietButton} aria-disabled={isBusy} onClick={withdraw}>
          {words.withdraw}
        </button>
      </div>
      <FailureLine>{error}</FailureLine>
    </li>
  )
}
