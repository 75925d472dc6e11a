import { formatBytes } from '@waybill/contract/core/sizes'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import type { Team, TeamMember } from '@waybill/contract/workspaces/team-endpoints'
import { useState } from 'react'
import { call } from '../../shared/api/client.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { AccountPart } from '../../shared/settings/account-part.tsx'
import { AgoTime } from '../../shared/time/ago-time.tsx'
import { FailureLine } from '../../shared/ui/fields/failure-line.tsx'
import listStyles from '../../shared/ui/lists/list.module.css'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import { HandoverDialog } from './handover-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { reloadTeam, showTeam } from './use-team.ts'
import { teamWords } from './words/team-words.ts'

interface MemberListProps {
  team: Team
  account: User
}

/** Everybody in the team, what they use, and what the admin can do about them. */
export function MemberList({ team, account }: MemberListProps) {
  const words = useWords(teamWords)
  return (
    <AccountPart title={words.members}>
      <Waiting team={team} />
      <ul className={layoutStyles.stack}>
        {team.members.map((member) => (
          <MemberRow key={member._id} member={member} team={team} isOwn={member._id === account._id} />
        ))}
      </ul>
      {team.members.length === 1 && (
        <div className={listStyles.listInstead}>
          <h3>{words.nobody}</h3>
          <p className={textStyles.soft}>{words.nobodyText}</p>
        </div>
      )}
    </AccountPart>
  )
}

/** Whom the admin has asked to take the place over. */
function Waiting({ team: { handover, members } }: { team: Team }) {
  const words = useWords(teamWords)
  const { isBusy, error, save } = useMutation()
  const asked = members.find(({ _id }) => _id === handover?.to)
  if (asked === undefined) return null
  const withdraw = () =>
    void save(async () => {
      await call('withdrawHandover', {})
      await reloadTeam()
    })
  return (
    <div role="status">
      <span>{words.waiting(asked.email)}</span>{' '}
      <button type="button" className={textStyles.quietButton} aria-disabled={isBusy} onClick={withdraw}>
        {words.withdrawAsk}
      </button>
      <FailureLine>{error}</FailureLine>
    </div>
  )
}

interface MemberRowProps {
  member: TeamMember
  team: Team
  isOwn: boolean
}

function MemberRow({ member, team, isOwn }: MemberRowProps) {
  const words = useWords(teamWords)
  const { language } = useLanguage()
  const { email, fullName, memberRole, lastActiveAt, usedBytes, monthTransfers, isOverSeats, hasSecondFactor } = member
  return (
    <li className={layoutStyles.stackTight} aria-label={email}>
      <p className={layoutStyles.large}>
        <strong className={layoutStyles.strong}>{fullName || email}</strong>
        {fullName && <span className={textStyles.soft}> {email}</span>}
        {isOwn && <span className={textStyles.soft}> · {words.you}</span>}
      </p>
      <p className={`${layoutStyles.medium} ${textStyles.soft}`}>
        {words.roles[memberRole]}
        {isOverSeats && <span className={layoutStyles.warned}> · {words.noSeat}</span>}
        {' · '}
        {lastActiveAt === null ? (
          words.neverActive
        ) : (
          <>
            {words.lastActive} <AgoTime at={lastActiveAt} />
          </>
        )}
      </p>
      <p className={`${layoutStyles.medium} ${textStyles.soft}`}>
        {words.uses(formatBytes(usedBytes, language), monthTransfers)}
        {' · '}
        {hasSecondFactor ? (
          words.hasFactor
        ) : (
          <span className={team.requiresSecondFactor ? layoutStyles.warned : undefined}>{words.lacksFactor}</span>
        )}
      </p>
      {memberRole !== 'admin' && <Acts member={member} team={team} />}
    </li>
  )
}

function Acts({ member, team }: Pick<MemberRowProps, 'member' | 'team'>) {
  const words = useWords(teamWords)
  const { isBusy, error, save } = useMutation()
  const [asks, setAsks] = useState<'remove' | 'handover' | null>(null)
  const other = member.memberRole === 'manager' ? 'member' : 'manager'
  const change = () =>
    void save(async () => {
      const params = { member: member._id }
      showTeam((await call('changeMemberRole', { params, body: { role: other } })).team)
    })
  const end = () => setAsks(null)
  return (
    <>
      <div className={`${layoutStyles.wrap} ${layoutStyles.gapLines}`} aria-busy={isBusy}>
        <button type="button" className={textStyles.quietButton} aria-disabled={isBusy} onClick={change}>
          {other === 'manager' ? words.makeManager : words.makeMember}
        </button>
        <button type="button" className={textStyles.quietButton} onClick={() => setAsks('handover')}>
          {words.makeAdmin}
        </button>
        <button type="button" className={textStyles.quietButton} onClick={() => setAsks('remove')}>
          {words.remove}
        </button>
      </div>
      <FailureLine>{error}</FailureLine>
      <RemoveDialog isOpen={asks === 'remove'} member={member} team={team} onEnd={end} />
      <HandoverDialog isOpen={asks === 'handover'} member={member} onEnd={end} />
    </>
  )
}
