import { type PlanName, planNamesEn } from '@waybill/contract/billing/plan-names'
import type { DeskAccount } from '@waybill/contract/operating/desk-account-endpoints'
import { useState } from 'react'
import { call } from '../../shared/api/client.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { ConfirmDialog } from '../../shared/ui/dialogs/confirm-dialog.tsx'
import { Button } from '../../shared/ui/fields/button.ts'
import { FailureLine } from '../../shared/ui/fields/failure-line.tsx'
import fieldStyles from '../../shared/ui/fields/field.module.css'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { rereadDesk } from './desk-list.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { deskWords } from './words/desk-words.ts'

const roles = Object.keys(planNamesEn) as PlanName[]

type Act = 'suspend' | 'restore' | 'role'

/** What the operator may do with an account; each asks first. */
export function AccountActs({ account }: { account: DeskAccount }) {
  const words = useWords(deskWords)
  const [act, setAct] = useState<Act | null>(null)
  const [role, setRole] = useState(account.role as PlanName)
  const isSuspended = account.suspendedAt !== null
  const end = () => setAct(null)
  return (
    <div className={layoutStyles.row}>
      <Button variant="default" onClick={() => setAct(isSuspended ? 'restore' : 'suspend')}>
        {isSuspended ? words.restore : words.suspend}
      </Button>
      <span>
        <select
          className={fieldStyles.textField}
          aria-label={words.roleLabel}
          value={role}
          onChange={({ currentTarget: { value } }) => setRole(value as PlanName)}
        >
          {roles.map((one) => (
            <option key={one} value={one}>
              {words.plans[one]}
            </option>
          ))}
        </select>
      </span>
      <Button variant="default" disabled={role === account.role} onClick={() => setAct('role')}>
        {words.setRole}
      </Button>
      <SuspendDialog isOpen={act === 'suspend'} account={account} onEnd={end} />
      <RestoreDialog isOpen={act === 'restore'} account={account} onEnd={end} />
      <RoleDialog isOpen={act === 'role'} account={account} role={role} onEnd={end} />
    </div>
  )
}

interface ActDialogProps {
  isOpen: boolean
  account: DeskAccount
  onEnd: () => void
}

function SuspendDialog({ isOpen, account, onEnd }: ActDialogProps) {
  const words = useWords(deskWords)
  return (
    <ReasonDialog
      isOpen={isOpen}
      title={words.suspendTitle(account.email)}
      text={words.suspendText}
      confirmLabel={words.suspend}
      done={words.suspended}
      act={(reason) => call('suspendAtDesk', { params: { account: account._id }, body: { reason } })}
      onEnd={onEnd}
    />
  )
}

function RestoreDialog({ isOpen, account, onEnd }: ActDialogProps) {
  const words = useWords(deskWords)
  const { isBusy, error, save } = useMutation()
  const restore = () =>
    void save(async () => {
      await call('restoreAtDesk', { params: { account: account._id }, body: {} })
      onEnd()
      await rereadDesk()
    }, words.restored)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={words.restoreTitle(account.email)}
      text={words.restoreText}
      confirmLabel={words.restore}
      keepLabel={words.cancel}
      isBusy={isBusy}
      onConfirm={restore}
      onKeep={onEnd}
    >
      <FailureLine>{error}</FailureLine>
    </ConfirmDialog>
  )
}

function RoleDialog({ isOpen, account, role, onEnd }: ActDialogProps & { role: PlanName }) {
  const words = useWords(deskWords)
  const { isBusy, error, save } = useMutation()
  const plan = words.plans[role] ?? role
  const change = () =>
    void save(async () => {
      await call('setRoleAtDesk', { params: { account: account._id }, body: { role } })
      onEnd()
      await rereadDesk()
    }, words.roleSet(plan))
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={words.roleTitle(account.email, plan)}
      text={words.roleText}
      confirmLabel={words.setRole}
      keepLabel={words.cancel}
      isBusy={isBusy}
      onConfirm={change}
      onKeep={onEnd}
    >
      <FailureLine>{error}</FailureLine>
    </ConfirmDialog>
  )
}
