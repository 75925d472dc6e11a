import { Choice } from '../ui/choice.tsx'
import { useWords } from '../words/language.tsx'
import { requestFormWords } from '../words/request-form.ts'
import { useDraft } from './draft-context.ts'
import { ZoneSelect } from './zone-select.tsx'

/** Whose clock the deadline is read on. */
export function RuleField() {
  const words = useWords(requestFormWords)
  const { draft, change } = useDraft()
  const time = draft.dueAt.slice(11)
  return (
    <fieldset className="request-choices">
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
      <div className="request-zone">
        <span className="field-head">{words.zone}</span>
        <ZoneSelect label={words.zone} zone={draft.zone} onChoose={(zone) => change({ zone })} />
      </div>
    </fieldset>
  )
}
