import { isLongEnough } from '@waybill/contract/identity/passwords'
import type { TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import { type FormEvent, useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { OptimisticCheckbox } from '../../../shared/optimistic/optimistic-checkbox.tsx'
import { Button } from '../../../shared/ui/fields/button.ts'
import { FormField } from '../../../shared/ui/fields/form-field.tsx'
import recordStyles from '../../../shared/ui/record/record.module.css'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { changeRecord } from './use-transfer-record.ts'
import { transferRecordWords } from './words/transfer-record-words.ts'

type Change = Parameters<typeof call<'editTransfer'>>[1]['body']

/** Optional access restrictions of the files; folded, since few transfers need them. */
export function RecordGuards({ record }: { record: TransferRecord }) {
  const words = useWords(transferRecordWords)
  const edit = (body: NonNullable<Change>) =>
    changeRecord(() => call('editTransfer', { params: { transfer: record._id }, body }))
  // Open where one is on; removing the last one does not fold it during use.
  const [isOpen, setOpen] = useState(record.hasPassword || record.downloadLimit !== null || record.onlyProven)
  return (
    <details
      className={`${partsStyles.paper} ${recordStyles.recordPart} ${partsStyles.fold} record-guards`}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <h2>{words.guards}</h2>
      </summary>
      <PasswordGuard hasPassword={record.hasPassword} onEdit={edit} />
      <LimitGuard limit={record.downloadLimit} onEdit={edit} />
      <ProvenGuard isOn={record.onlyProven} onEdit={edit} />
    </details>
  )
}

interface GuardProps {
  onEdit: (change: NonNullable<Change>) => Promise<boolean>
}

function ProvenGuard({ isOn, onEdit }: GuardProps & { isOn: boolean }) {
  const words = useWords(transferRecordWords)
  return (
    <OptimisticCheckbox
      className={`${partsStyles.tick} ${layoutStyles.above}`}
      isOn={isOn}
      onChoose={(onlyProven) => onEdit({ onlyProven })}
    >
      {words.onlyProven}
      <span className={textStyles.soft}> {words.onlyProvenText}</span>
    </OptimisticCheckbox>
  )
}

function PasswordGuard({ hasPassword, onEdit }: GuardProps & { hasPassword: boolean }) {
  const words = useWords(transferRecordWords)
  const [password, setPassword] = useState('')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isLongEnough(password) && (await onEdit({ password }))) setPassword('')
  }
  return (
    <form
      className={`${layoutStyles.wrap} ${layoutStyles.aboveClose} ${recordStyles.recordAdd}`}
      onSubmit={(event) => void save(event)}
    >
      <FormField
        label={hasPassword ? words.newLinkPassword : words.linkPassword}
        type="password"
        autoComplete="new-password"
        maxLength={256}
        value={password}
        onType={setPassword}
      />
      <Button type="submit" variant="default" disabled={!isLongEnough(password)}>
        {words.set}
      </Button>
      {hasPassword && (
        <button type="button" className={textStyles.quietButton} onClick={() => void onEdit({ password: null })}>
          {words.takeAway}
        </button>
      )}
    </form>
  )
}

function LimitGuard({ limit, onEdit }: GuardProps & { limit: number | null }) {
  const words = useWords(transferRecordWords)
  const [typed, setTyped] = useState(limit === null ? '' : String(limit))
  const limitTyped = /^\d{1,5}$/.test(typed) ? Number(typed) : 0
  const isGood = limitTyped >= 1 && limitTyped <= 10_000 && limitTyped !== limit
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isGood) void onEdit({ downloadLimit: limitTyped })
  }
  const takeAway = () => {
    setTyped('')
    void onEdit({ downloadLimit: null })
  }
  return (
    <form className={`${layoutStyles.wrap} ${layoutStyles.aboveClose} ${recordStyles.recordAdd}`} onSubmit={save}>
      <FormField label={words.downloadLimit} inputMode="numeric" value={typed} onType={setTyped} />
      <Button type="submit" variant="default" disabled={!isGood}>
        {words.set}
      </Button>
      {limit !== null && (
        <button type="button" className={textStyles.quietButton} onClick={takeAway}>
          {words.takeAway}
        </button>
      )}
    </form>
  )
}
