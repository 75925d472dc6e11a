import fieldStyles from '../../../../shared/ui/fields/field.module.css'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import linesStyles from '../../../../shared/ui/styles/lines.module.css'
import { useWords } from '../../../../shared/words/language.tsx'
import { useRequestWords } from '../../request-words.ts'
import { sealedRequestsWords } from '../../sealed/words/sealed-requests-words.ts'
import { useDraft } from '../draft/draft-context.ts'
import { DraftField } from '../draft/draft-field.tsx'
import { hasSet, type TypeSet, typeSets, withSet } from '../draft/typed-types.ts'
import requestDefaultsStyles from '../request-defaults.module.css'
import { requestFormWords } from '../words/request-form-words.ts'
import itemsPartStyles from './items-part.module.css'

const sets = Object.keys(typeSets) as TypeSet[]

interface TypesFieldProps {
  id: string
  typed: string
  onType: (typed: string) => void
}

/** Which extensions are accepted: the usual ones are one click away, any may be typed. */
export function TypesField({ id, typed, onType }: TypesFieldProps) {
  const words = useRequestWords(requestFormWords)
  const { typesNote } = useWords(sealedRequestsWords)
  const { isSealed } = useDraft().draft
  return (
    <div className={itemsPartStyles.requestTypes}>
      <DraftField id={id} label={words.types} hint={isSealed && typesNote}>
        {(aria) => (
          <input
            {...aria}
            className={fieldStyles.textField}
            value={typed}
            placeholder={words.typesHint}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onType(event.currentTarget.value)}
          />
        )}
      </DraftField>
      <div className={`${layoutStyles.wrap} ${layoutStyles.gapTight} ${linesStyles.shrinks}`}>
        {sets.map((set) => (
          <button
            key={set}
            type="button"
            className={`${layoutStyles.small} ${requestDefaultsStyles.requestWord}`}
            aria-pressed={hasSet(typed, set)}
            onClick={() => onType(withSet(typed, set))}
          >
            {words.typeSets[set]}
          </button>
        ))}
      </div>
    </div>
  )
}
