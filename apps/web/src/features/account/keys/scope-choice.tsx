import { type KeyScope, keyScopes } from '@waybill/contract/identity/key-scopes'
import fieldStyles from '../../../shared/ui/fields/field.module.css'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import linesStyles from '../../../shared/ui/styles/lines.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import styles from './keys.module.css'
import { keysWords } from './words/keys-words.ts'

interface ScopeChoiceProps {
  /** Absent: every scope. */
  offered?: readonly KeyScope[]
  scopes: readonly KeyScope[]
  onChoose: (scopes: readonly KeyScope[]) => void
  error: string
}

/** What a key may do. */
export function ScopeChoice({ offered = keyScopes, scopes, onChoose, error }: ScopeChoiceProps) {
  const words = useWords(keysWords)
  return (
    <fieldset className={`${linesStyles.lines} ${styles.keyScopes}`}>
      <legend className={`${layoutStyles.ends} ${fieldStyles.fieldHead}`}>{words.scopesHead}</legend>
      {offered.map((scope) => (
        <label key={scope} className={linesStyles.tickLine}>
          <input
            type="checkbox"
            checked={scopes.includes(scope)}
            onChange={({ currentTarget: { checked } }) =>
              onChoose(offered.filter((one) => (one === scope ? checked : scopes.includes(one))))
            }
          />
          <span>
            {words.scopes[scope]}
            <span className={`${textStyles.soft} ${layoutStyles.small}`}>{words.scopesText[scope]}</span>
          </span>
        </label>
      ))}
      <p className={`${textStyles.soft} ${layoutStyles.small}`}>{words.never}</p>
      <div role="alert">{error && <p className={fieldStyles.fieldError}>{error}</p>}</div>
    </fieldset>
  )
}
