import type { Team, TeamMember } from '@waybill/contract/workspaces/team-endpoints'
import { createContext, type FormEvent, use, useState } from 'react'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { Dialog, DialogContent } from '../../shared/ui/dialogs/dialog.tsx'
import { Button } from '../../shared/ui/fields/button.ts'
import { FailureLine } from '../../shared/ui/fields/failure-line.tsx'
import { PasswordField } from '../../shared/ui/fields/password-field.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
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
  const [password, setPassword] = useState('')
  const { isBusy, error, forgive, save } = useMutation()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(async () => {
      const asked = await offer?.(member._id, password)
      onEnd()
      if (asked) showTeam(asked.team)
    }, words.asked)
  }
  return (
    <form className={layoutStyles.stackClose} onSubmit={submit}>
      <PasswordField
        label={words.password}
        purpose="current"
        value={password}
        onType={(text) => {
          forgive()
          setPassword(text)
        }}
      />
      <FailureLine>{error}</FailureLine>
      <div className={layoutStyles.row}>
        <Button type="submit" loading={isBusy} disabled={password === ''}>
          {words.ask}
        </Button>
        <button type="button" className={textStyles.quietButton} onClick={onEnd}>
          {words.cancel}
        </button>
      </div>
    </form>
  )
}
