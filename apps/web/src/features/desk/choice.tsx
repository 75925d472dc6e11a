import fieldStyles from '../../shared/ui/fields/field.module.css'

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  options: ReadonlyArray<readonly [Value, string]>
  onChoose: (value: Value) => void
}

/** One of a few, in a line of filters. */
export function Choice<Value extends string>({ label, value, options, onChoose }: ChoiceProps<Value>) {
  return (
    <span>
      <select
        className={fieldStyles.textField}
        aria-label={label}
        value={value}
        onChange={({ currentTarget }) => onChoose(currentTarget.value as Value)}
      >
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </span>
  )
}
