import fieldStyles from '../ui/fields/field.module.css'
import recordStyles from '../ui/record/record.module.css'
import layoutStyles from '../ui/styles/layout.module.css'

interface ChoiceSelectProps<Value extends string | number> {
  label: string
  value: Value
  choices: ReadonlyArray<{ value: Value; name: string; isBarred?: boolean }>
  onChoose: (value: Value) => void
}

/** One of a few options, under its label. */
export function ChoiceSelect<Value extends string | number>(props: ChoiceSelectProps<Value>) {
  const { label, value, choices, onChoose } = props
  return (
    <label className={recordStyles.field}>
      <span className={`${layoutStyles.ends} ${fieldStyles.fieldHead}`}>{label}</span>
      <select
        className={fieldStyles.textField}
        value={value}
        onChange={(event) => {
          const chosen = choices[event.currentTarget.selectedIndex]
          if (chosen) onChoose(chosen.value)
        }}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} disabled={choice.isBarred}>
            {choice.name}
          </option>
        ))}
      </select>
    </label>
  )
}
