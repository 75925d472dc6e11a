import fieldStyles from '../../../../shared/ui/fields/field.module.css'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import { useRequestWords } from '../../request-words.ts'
import { DraftField } from '../draft/draft-field.tsx'
import { type SizeUnit, sizeUnits, type TypedSize } from '../draft/typed-size.ts'
import { requestFormWords } from '../words/request-form-words.ts'
import itemsPartStyles from './items-part.module.css'

interface SizeFieldProps {
  id: string
  label: string
  placeholder: string
  typed: TypedSize
  onType: (typed: TypedSize) => void
}

/** A size as a number and its unit. */
export function SizeField({ id, label, placeholder, typed, onType }: SizeFieldProps) {
  const words = useRequestWords(requestFormWords)
  return (
    <DraftField id={id} label={label}>
      {(aria) => (
        <div className={`${layoutStyles.stackTight} ${itemsPartStyles.requestSize}`}>
          <input
            {...aria}
            className={fieldStyles.textField}
            inputMode="decimal"
            value={typed.text}
            placeholder={placeholder}
            onChange={(event) => onType({ ...typed, text: event.currentTarget.value })}
          />
          <select
            className={fieldStyles.textField}
            aria-label={words.unitOf(label)}
            value={typed.unit}
            onChange={(event) => onType({ ...typed, unit: event.currentTarget.value as SizeUnit })}
          >
            {sizeUnits.map((unit) => (
              <option key={unit}>{unit}</option>
            ))}
          </select>
        </div>
      )}
    </DraftField>
  )
}
