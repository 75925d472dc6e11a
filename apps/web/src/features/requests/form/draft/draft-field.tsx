import type { ReactNode } from 'react'
import { UpgradeLink } from '../../../../shared/billing/upgrade/upgrade-link.tsx'
import fieldStyles from '../../../../shared/ui/fields/field.module.css'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { Gap } from '../../../../shared/words/gap.tsx'
import requestRecordStyles from '../../record/request-record.module.css'
import { useRequestWords } from '../../request-words.ts'
import requestFormStyles from '../request-form.module.css'
import { requestFormWords } from '../words/request-form-words.ts'
import { useDraft } from './draft-context.ts'

interface Aria {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string
}

interface DraftFieldProps {
  /** The element's id, which the draft's errors name. */
  id: string
  label: string
  /** Beside the label. */
  aside?: ReactNode
  hint?: ReactNode
  children: (aria: Aria) => ReactNode
}

/** A labelled part of the draft, with its error below. */
export function DraftField({ id, label, aside, hint, children }: DraftFieldProps) {
  const words = useRequestWords(requestFormWords)
  const fault = useDraft().faultOf(id)
  return (
    <div className={requestRecordStyles.field}>
      <div className={`${layoutStyles.ends} ${fieldStyles.fieldHead}`}>
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      {children({ id, 'aria-invalid': fault !== null, 'aria-describedby': `${id}-note` })}
      <div id={`${id}-note`}>
        <div role="alert">
          {fault && (
            <p className={fieldStyles.fieldError}>
              {words.faults[fault]}
              {fault === 'link' && (
                <>
                  <Gap />
                  <UpgradeLink limit="message-links" need={1} />
                </>
              )}
            </p>
          )}
        </div>
        {hint && (
          <p
            className={`${textStyles.soft} ${layoutStyles.medium} ${layoutStyles.aboveTight} ${requestFormStyles.requestHint}`}
          >
            {hint}
          </p>
        )}
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

/** A yes-or-no setting. */
export function Tick({ isOn, onChange, hint, children }: TickProps) {
  return (
    <label className={partsStyles.tick}>
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>
        {children}
        {hint && <small>{hint}</small>}
      </span>
    </label>
  )
}
