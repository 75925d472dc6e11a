import { Link } from '@tanstack/react-router'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import type { Team } from '@waybill/contract/workspaces/team-endpoints'
import { UpgradeLink } from '../../shared/billing/upgrade/upgrade-link.tsx'
import { AccountPart } from '../../shared/settings/account-part.tsx'
import { formatDay } from '../../shared/time/moment.ts'
import { ListFailed } from '../../shared/ui/lists/list-failed.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import { FactorPart } from './factor-part.tsx'
import { InviteBox } from './invite-box.tsx'
import { InviteList } from './invite-list.tsx'
import { MemberList } from './member-list.tsx'
import { useTeam } from './use-team.ts'
import { teamWords } from './words/team-words.ts'

/** The team as its admin manages it. */
export function TeamsTab({ account }: { account: User }) {
  const words = useWords(teamWords)
  const { data: team, error, refetch } = useTeam()
  if (team === undefined) {
    return (
      <AccountPart title={words.title}>
        {error ? (
          <ListFailed error={error} again={words.again} onAgain={() => void refetch()} />
        ) : (
          <div className={partsStyles.waiting} role="status" aria-label={words.loading} />
        )}
      </AccountPart>
    )
  }
  const isTeam = team.members.length > 1 || team.invites.length > 0
  return (
    <div className={layoutStyles.stack}>
      <Seats team={team} />
      {team.seats.limit > 0 && <InviteBox seats={team.seats} />}
      {team.invites.length > 0 && <InviteList invites={team.invites} />}
      {(team.seats.limit > 0 || isTeam) && <FactorPart team={team} account={account} />}
      {(team.seats.limit > 0 || isTeam) && <MemberList team={team} account={account} />}
      {team.members.length > 1 && (
        <Link to={'/dash/account/team-activity' as never} className={layoutStyles.large}>
          {words.activity}
        </Link>
      )}
    </div>
  )
}

function Seats({ team: { seats, overSeatsUntil } }: { team: Team }) {
  const words = useWords(teamWords)
  const { language } = useLanguage()
  const { limit, members, invites } = seats
  const used = members + invites
  const isOver = overSeatsUntil !== null && Date.parse(overSeatsUntil) < Date.now()
  return (
    <AccountPart title={words.seats} text={limit === 0 ? words.noSeats : words.seatsText}>
      {(limit > 0 || used > 0) && (
        <p className={layoutStyles.large}>
          <strong className={layoutStyles.strong}>{words.seatsUsed(used, limit)}</strong>
          {invites > 0 && <span className={textStyles.soft}> · {words.seatsHeld(invites)}</span>}
        </p>
      )}
      {overSeatsUntil !== null && (
        <p className={layoutStyles.warned} role="status">
          {isOver ? words.overSeatsNow : words.overSeats(formatDay(overSeatsUntil, 'local', language))}
        </p>
      )}
      {(used >= limit || overSeatsUntil !== null) && (
        <p>
          <UpgradeLink limit="seats" need={Math.max(used, limit + 1)} />
        </p>
      )}
    </AccountPart>
  )
}
