import { Choice } from '../../../../shared/ui/fields/choice.tsx'
import fieldStyles from '../../../../shared/ui/fields/field.module.css'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import { useRequestWords } from '../../request-words.ts'
import { ZoneSelect } from '../../zone-select.tsx'
import { useDraft } from '../draft/draft-context.ts'
import { requestFormWords } from '../words/request-form-words.ts'

/** Whose clock applies to the deadline. */
export function RuleField() {
  const words = useRequestWords(requestFormWords)
  const { draft, change } = useDraft()
  const time = draft.dueAt.slice(11)
  return (
    <fieldset>
      <legend>{words.rule}</legend>
      <Choice
        group="rule"
        isChosen={draft.rule === 'fixed'}
        hint={words.ruleFixedHint(time, draft.zone)}
        onChoose={() => change({ rule: 'fixed' })}
      >
        {words.ruleFixed}
      </Choice>
      <Choice
        group="rule"
        isChosen={draft.rule === 'supplier'}
        hint={words.ruleSupplierHint(time, draft.zone)}
        onChoose={() => change({ rule: 'supplier' })}
      >
        {words.ruleSupplier}
      </Choice>
      <div className={layoutStyles.aboveClose}>
        <span className={`${layoutStyles.ends} ${fieldStyles.fieldHead}`}>{words.zone}</span>
        <ZoneSelect label={words.zone} zone={draft.zone} onChoose={(zone) => change({ zone })} />
      </div>
    </fieldset>
  )
}
