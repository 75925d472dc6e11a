import { type ComponentProps, type ReactNode, useId } from 'react'
import recordStyles from '../record/record.module.css'
import layoutStyles from '../styles/layout.module.css'
import fieldStyles from './field.module.css'

interface FormFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  label: string
  /** The error of its content; stays until it is fixed. */
  error?: ReactNode
  /** Inside the field at its end. */
  end?: ReactNode
  onType: (text: string) => void
}

/** One labelled input. */
export function FormField({ label, error, end, onType, ...input }: FormFieldProps) {
  const id = useId()
  return (
    <div className={recordStyles.field}>
      <div className={`${layoutStyles.ends} ${fieldStyles.fieldHead}`}>
        <label htmlFor={id}>{label}</label>
      </div>
      <div className={fieldStyles.fieldBox} data-has-end={end ? '' : undefined}>
        <input
          id={id}
          className={fieldStyles.textField}
          aria-invalid={Boolean(error)}
          aria-describedby={`${id}-error`}
          onChange={(event) => onType(event.currentTarget.value)}
          {...input}
        />
        {end}
      </div>
      <div id={`${id}-error`} role="alert">
        {error && <p className={fieldStyles.fieldError}>{error}</p>}
      </div>
    </div>
  )
}
