import { type ReactNode, useState } from 'react'
import { useWords } from '../../words/language.tsx'
import fieldStyles from './field.module.css'
import { FormField } from './form-field.tsx'
import { passwordFieldWords } from './words/password-field-words.ts'

interface PasswordFieldProps {
  label: string
  value: string
  /** Tells password managers whether a password is being set or entered. */
  purpose: 'new' | 'current'
  error?: ReactNode
  onType: (text: string) => void
  onBlur?: () => void
}

/** A password, which its owner may show while typing. */
export function PasswordField({ purpose, ...field }: PasswordFieldProps) {
  const words = useWords(passwordFieldWords)
  const [isShown, setShown] = useState(false)
  return (
    <FormField
      {...field}
      type={isShown ? 'text' : 'password'}
      autoComplete={`${purpose}-password`}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <button
          type="button"
          className={fieldStyles.fieldEnd}
          aria-label={isShown ? words.hidePassword : words.showPassword}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? words.hide : words.show}
        </button>
      }
    />
  )
}
