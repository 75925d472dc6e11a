import { type FormEvent, useState } from 'react'
import type { useMutation } from '../../shared/api/use-mutation.ts'
import { Button } from '../../shared/ui/fields/button.ts'
import { FormField } from '../../shared/ui/fields/form-field.tsx'
import partsStyles from '../../shared/ui/styles/parts.module.css'

interface PromotionFormProps {
  /** What is folded away, the field, and the button. */
  labels: { summary: string; code: string; submit: string }
  mutation: Pick<ReturnType<typeof useMutation>, 'isBusy' | 'error' | 'forgive'>
  className?: string
  /** Called with a code that is not empty. */
  onCode: (code: string) => void
}

/** A promotion code to type, folded until somebody has one. */
export function PromotionForm({ labels, mutation, className = '', onCode }: PromotionFormProps) {
  const { isBusy, error, forgive } = mutation
  const [code, setCode] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() !== '' && !isBusy) onCode(code.trim())
  }
  return (
    <details className={`${partsStyles.fold} ${className}`}>
      <summary>{labels.summary}</summary>
      <form onSubmit={submit} noValidate>
        <FormField
          label={labels.code}
          value={code}
          error={error}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={100}
          onType={(text) => {
            forgive()
            setCode(text)
          }}
        />
        <div>
          <Button type="submit" variant="default" loading={isBusy}>
            {labels.submit}
          </Button>
        </div>
      </form>
    </details>
  )
}
