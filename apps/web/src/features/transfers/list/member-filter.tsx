import { EVERYONE } from '@waybill/contract/transfers/views'
import { useAccount } from '../../../shared/api/session.ts'
import fieldStyles from '../../../shared/ui/fields/field.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import transferListStyles from './transfer-list.module.css'
import { transferListWords } from './words/transfer-list-words.ts'

/** In the address: one's own transfers. */
export const ME = 'me'

/** Whether the account sees what others of its team sent: as admin or manager of a team with members. */
export function useSeesTeam(): boolean {
  const account = useAccount()
  return account != null && account.memberRole !== 'member' && account.team.length > 1
}

interface MemberFilterProps {
  member: string | undefined
  onChoose: (member: string) => void
  /** Absent: that of transfers. */
  label?: string
}

/** Whose things a list shows: everyone's, one's own, or those of one member. */
export function MemberFilter({ member, onChoose, label }: MemberFilterProps) {
  const words = useWords(transferListWords)
  const account = useAccount()
  const others = (account?.team ?? []).filter(({ _id }) => _id !== account?._id)
  return (
    <select
      className={`${fieldStyles.textField} ${transferListStyles.listSort}`}
      aria-label={label ?? words.memberLabel}
      value={member ?? EVERYONE}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      <option value={EVERYONE}>{words.everyone}</option>
      <option value={ME}>{words.me}</option>
      {others.map(({ _id, fullName, email }) => (
        <option key={_id} value={_id}>
          {fullName || email}
        </option>
      ))}
    </select>
  )
}
