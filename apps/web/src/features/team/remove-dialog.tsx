import type { Team, TeamMember } from '@waybill/contract/workspaces/team-endpoints'
import { useId, useState } from 'react'
import { call } from '../../shared/api/client.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { ConfirmDialog } from '../../shared/ui/dialogs/confirm-dialog.tsx'
import { FailureLine } from '../../shared/ui/fields/failure-line.tsx'
import fieldStyles from '../../shared/ui/fields/field.module.css'
import recordStyles from '../../shared/ui/record/record.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { showTeam } from './use-team.ts'
import { teamWords } from './words/team-words.ts'

interface RemoveDialogProps {
  isOpen: boolean
  member: TeamMember
  team: Team
  onEnd: () => void
}

/** Asks who takes over what the member made; the admin, unless another is chosen. */
export function RemoveDialog({ isOpen, member, team, onEnd }: RemoveDialogProps) {
  const words = useWords(teamWords)
  const id = useId()
  const others = team.members.filter(({ _id }) => _id !== member._id)
  const [successor, setSuccessor] = useState(others[0]?._id ?? '')
  const { isBusy, error, save } = useMutation()
  const remove = () =>
    void save(async () => {
      const params = { member: member._id }
      const { team: left } = await call('removeMember', { params, body: { successor } })
      onEnd()
      showTeam(left)
    }, words.removed)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={words.removeTitle(member.email)}
      text={words.removeText}
      confirmLabel={words.remove}
      keepLabel={words.keep}
      isBusy={isBusy}
      onConfirm={remove}
      onKeep={onEnd}
    >
      <div className={recordStyles.field}>
        <label htmlFor={id}>{words.successor}</label>
        <select
          id={id}
          className={fieldStyles.textField}
          value={successor}
          onChange={(event) => setSuccessor(event.currentTarget.value)}
        >
          {others.map(({ _id, email }) => (
            <option key={_id} value={_id}>
              {email}
            </option>
          ))}
        </select>
      </div>
      <FailureLine>{error}</FailureLine>
    </ConfirmDialog>
  )
}
