import type { ReactNode } from 'react'
import { FormField } from '../../../shared/ui/fields/form-field.tsx'
import { useWords } from '../../../shared/words/language.tsx'
import { accountsWords } from './words/accounts-words.ts'

interface EmailFieldProps {
  value: string
  error?: ReactNode
  /** Takes the focus once the dialog around it is open. */
  isFirst?: boolean
  onType: (text: string) => void
  onBlur?: () => void
}

/** The account's address. */
export function EmailField({ isFirst = false, ...field }: EmailFieldProps) {
  const words = useWords(accountsWords)
  return (
    <FormField
      {...field}
      label={words.email}
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      placeholder={words.emailPlaceholder}
      data-autofocus={isFirst || undefined}
    />
  )
}
