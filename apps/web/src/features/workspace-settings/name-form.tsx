import { type FormEvent, type ReactNode, useState } from 'react'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { Button } from '../../shared/ui/fields/button.ts'
import { FormField } from '../../shared/ui/fields/form-field.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'

interface NameFormProps {
  label: string
  placeholder: string
  proceed: string
  onName: (name: string) => Promise<unknown>
  /** The hint below the field. */
  children: ReactNode
}

/** Names a host or a domain. */
export function NameForm({ label, placeholder, proceed, onName, children }: NameFormProps) {
  const [typed, setTyped] = useState('')
  const { isBusy, error, forgive, save } = useMutation()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') void save(() => onName(typed.trim()))
  }
  return (
    <form className={layoutStyles.stackClose} onSubmit={submit} noValidate>
      <FormField
        label={label}
        value={typed}
        error={error}
        maxLength={300}
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        onType={(text) => {
          forgive()
          setTyped(text)
        }}
      />
      <p className={textStyles.soft}>{children}</p>
      <div className={layoutStyles.wrap}>
        <Button type="submit" loading={isBusy}>
          {proceed}
        </Button>
      </div>
    </form>
  )
}
