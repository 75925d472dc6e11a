import type { ReactNode } from 'react'
import { requestFormWords } from '../words/request-form-words.ts'
import { useDraft } from './draft-context.ts'
import '../../../../shared/ui/fields/field.css'
import { useRequestWords } from '../../request-words.ts'

interface Aria {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string
}

interface DraftFieldProps {
  /** The element's; what the draft's judgement names. */
  id: string
  label: string
  /** Beside the label. */
  aside?: ReactNode
  hint?: ReactNode
  children: (aria: Aria) => ReactNode
}

/** A labelled part of the draft, with what is wrong with it below. */
export function DraftField({ id, label, aside, hint, children }: DraftFieldProps) {
  const words = useRequestWords(requestFormWords)
  const fault = useDraft().faultOf(id)
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      {children({ id, 'aria-invalid': fault !== null, 'aria-describedby': `${id}-note` })}
      <div id={`${id}-note`}>
        <div role="alert">{fault && <p className="field-error">{words.faults[fault]}</p>}</div>
        {hint && <p className="request-hint">{hint}</p>}
      </div>
    </div>
  )
}

interface TickProps {
  isOn: boolean
  onChange: (isOn: boolean) => void
  hint?: ReactNode
  children: ReactNode
}

/** Something that is so or not. */
export function Tick({ isOn, onChange, hint, children }: TickProps) {
  return (
    <label className="request-tick">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>
        {children}
        {hint && <small>{hint}</small>}
      </span>
    </label>
  )
}
