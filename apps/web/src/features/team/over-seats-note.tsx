import { Link, useLocation } from '@tanstack/react-router'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import { formatDay } from '../../shared/time/moment.ts'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import { teamWords } from './words/team-words.ts'

interface OverSeatsNoteProps {
  account: User
  overSeats: NonNullable<User['overSeats']>
  className: string | undefined
}

/** Above every page of a team with more members than its plan has seats: what that means for who reads it. */
export function OverSeatsNote({ account, overSeats, className }: OverSeatsNoteProps) {
  const words = useWords(teamWords)
  const isAtTeam = useLocation({ select: ({ pathname }) => pathname.endsWith('/account/teams') })
  const isAdmin = account.parentAdmin === null
  // The page of the team says the same to the admin.
  if (isAdmin && isAtTeam) return null
  return (
    <p
      className={`${layoutStyles.callout} ${className}`}
      role="status"
      data-tone={account.hasLostSeat ? 'bad' : undefined}
    >
      <Meaning account={account} overSeats={overSeats} />
      {isAdmin && (
        <>
          {' '}
          <Link to="/dash/account/teams" className={textStyles.quietButton}>
            {words.toTeam}
          </Link>
        </>
      )}
    </p>
  )
}

function Meaning({
  account,
  overSeats: { until, seats, members, lacksSeat },
}: Pick<OverSeatsNoteProps, 'account' | 'overSeats'>) {
  const words = useWords(teamWords)
  const { language } = useLanguage()
  const isOver = Date.parse(until) < Date.now()
  const day = formatDay(until, 'local', language)
  if (account.parentAdmin === null) return isOver ? words.overSeatsNow : words.overSeats(day)
  const { parentEmail: admin } = account.parentAdmin
  const counted = words.membersAndSeats(members, seats)
  if (!lacksSeat) return `${counted}${isOver ? words.seatedNow : words.seated(day)}`
  return `${counted}${isOver ? words.seatlessNow(admin) : words.seatless(day, admin)}`
}
