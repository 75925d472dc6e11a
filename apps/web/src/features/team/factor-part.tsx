import { Link } from '@tanstack/react-router'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import type { Team } from '@waybill/contract/workspaces/team-endpoints'
import { createContext, use, useState } from 'react'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { AccountPart } from '../../shared/settings/account-part.tsx'
import { FailureLine } from '../../shared/ui/fields/failure-line.tsx'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { showTeam } from './use-team.ts'
import { teamWords } from './words/team-words.ts'

/** Sets whether everybody must have a second factor; the page asks for the admin's own one. */
export type RequireFactor = (isRequired: boolean) => Promise<{ team: Team }>
export const RequireFactorContext = createContext<RequireFactor | null>(null)

/** Whether everybody in the team must have a second factor. */
export function FactorPart({ team, account }: { team: Team; account: User }) {
  const words = useWords(teamWords)
  const { requiresSecondFactor, members } = team
  const require = use(RequireFactorContext)
  const { isBusy, error, save } = useMutation()
  // Follows the press at once, and goes back where it is refused.
  const [wanted, setWanted] = useState<boolean | null>(null)
  const isOwn = account.hasTotp || account.passkeyCount > 0
  const lacking = members.filter(({ hasSecondFactor }) => !hasSecondFactor).length
  const choose = async (isRequired: boolean) => {
    setWanted(isRequired)
    await save(async () => {
      const changed = await require?.(isRequired)
      if (changed) showTeam(changed.team)
    }, words.factorSaved)
    setWanted(null)
  }
  return (
    <AccountPart title={words.factor} text={words.factorText}>
      <label className={partsStyles.tick}>
        <input
          type="checkbox"
          checked={wanted ?? requiresSecondFactor}
          disabled={isBusy || (!isOwn && !requiresSecondFactor)}
          onChange={(event) => void choose(event.currentTarget.checked)}
        />
        <span>{words.factorRequired}</span>
      </label>
      {isOwn || requiresSecondFactor ? (
        <p className={textStyles.soft}>
          {requiresSecondFactor ? words.factorAwaited(lacking) : words.factorMeans(lacking)}
        </p>
      ) : (
        <p>
          {words.factorOwn} <Link to={'/dash/account/security' as '/dash/account'}>{words.factorOwnLink}</Link>
        </p>
      )}
      <FailureLine>{error}</FailureLine>
    </AccountPart>
  )
}
