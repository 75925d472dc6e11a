import { type AlertMode, alertModes } from '@waybill/contract/tracking/alerts'
import { useOptimisticValue } from '../optimistic/use-optimistic-value.ts'
import fieldStyles from '../ui/fields/field.module.css'
import recordStyles from '../ui/record/record.module.css'
import layoutStyles from '../ui/styles/layout.module.css'
import { useWords } from '../words/language.tsx'
import { alertWords } from './words/alerts-words.ts'

const AS_ACCOUNT = 'account'

interface AlertSelectProps {
  label: string
  /** Null: the account's setting. */
  mode: AlertMode | null
  /** The account's setting, where it may apply; the setting of the account itself has none. */
  ofAccount?: AlertMode
  /** Resolves once the server has answered. */
  onChoose: (mode: AlertMode | null) => Promise<unknown>
}

/** What a sender gets mails about, one option out of all. */
export function AlertSelect({ label, mode, ofAccount, onChoose }: AlertSelectProps) {
  const words = useWords(alertWords)
  const [shown, choose] = useOptimisticValue(mode, onChoose)
  return (
    <label className={recordStyles.field}>
      <span className={`${layoutStyles.ends} ${fieldStyles.fieldHead}`}>{label}</span>
      <select
        className={fieldStyles.textField}
        value={shown ?? AS_ACCOUNT}
        onChange={({ currentTarget: { value } }) => choose(alertModes.find((one) => one === value) ?? null)}
      >
        {ofAccount && <option value={AS_ACCOUNT}>{words.asAccount(words.modes[ofAccount])}</option>}
        {alertModes.map((one) => (
          <option key={one} value={one}>
            {words.modes[one]}
          </option>
        ))}
      </select>
    </label>
  )
}
