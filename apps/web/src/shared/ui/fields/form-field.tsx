import { type ComponentProps, type ReactNode, useId } from 'react'
import './field.css'

interface FormFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  label: string
  /** What is wrong with what stands in it; stays until it is put right. */
  error?: ReactNode
  /** Stands inside the field at its end. */
  end?: ReactNode
  onType: (text: string) => void
}

/** One labelled line to fill in. */
export function FormField({ label, error, end, onType, ...input }: FormFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
      </div>
      <div className="field-box" data-has-end={end ? '' : undefined}>
        <input
          id={id}
          className="text-field"
          aria-invalid={Boolean(error)}
          aria-describedby={`${id}-error`}
          onChange={(event) => onType(event.currentTarget.value)}
          {...input}
        />
        {end}
      </div>
      <div id={`${id}-error`} role="alert">
        {error && <p className="field-error">{error}</p>}
      </div>
    </div>
  )
}
