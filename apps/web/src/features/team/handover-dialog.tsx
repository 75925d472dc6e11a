import type { Team, TeamMember } from '@waybill/contract/workspaces/team-endpoints'
import { createContext, use } from 'react'
import { PasswordForm } from '../../shared/settings/password-form.tsx'
import { Dialog, DialogContent } from '../../shared/ui/dialogs/dialog.tsx'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { showTeam } from './use-team.ts'
import { teamWords } from './words/team-words.ts'

/** Asks a member to become the admin; the page asks for the second factor where one is on. */
export type OfferHandover = (member: string, password: string) => Promise<{ team: Team }>
export const OfferHandoverContext = createContext<OfferHandover | null>(null)

interface HandoverDialogProps {
  isOpen: boolean
  member: TeamMember
  onEnd: () => void
}

/** Asks a member to become the admin, with the admin's password. */
export function HandoverDialog({ isOpen, member, onEnd }: HandoverDialogProps) {
  const words = useWords(teamWords)
  return (
    <Dialog opened={isOpen} onClose={onEnd} size="sm" centered>
      <DialogContent label={words.handoverTitle(member.email)} isPadded>
        <h2>{words.handoverTitle(member.email)}</h2>
        <p className={textStyles.soft}>{words.handoverText}</p>
        <HandoverForm member={member} onEnd={onEnd} />
      </DialogContent>
    </Dialog>
  )
}

function HandoverForm({ member, onEnd }: Omit<HandoverDialogProps, 'isOpen'>) {
  const words = useWords(teamWords)
  const offer = use(OfferHandoverContext)
  const give = async (password: string) => {
    const asked = await offer?.(member._id, password)
    onEnd()
    if (asked) showTeam(asked.team)
  }
  return <PasswordForm label={words.ask} onGive={give} onEnd={onEnd} words={words} done={words.asked} />
}
