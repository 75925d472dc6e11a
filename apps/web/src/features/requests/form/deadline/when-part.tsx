import { localTimeAt } from '../../../../shared/time/zones.ts'
import fieldStyles from '../../../../shared/ui/fields/field.module.css'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { useRequestWords } from '../../request-words.ts'
import { useDraft } from '../draft/draft-context.ts'
import { DraftField } from '../draft/draft-field.tsx'
import { warnOfDraft } from '../draft/judge-draft.ts'
import requestFormStyles from '../request-form.module.css'
import { requestFormWords } from '../words/request-form-words.ts'
import { ExpiryField } from './expiry-field.tsx'
import { RemindersField } from './reminders-field.tsx'
import { RuleField } from './rule-field.tsx'

/** The deadline, the reminders, and the request's expiry. `endsAt`: the current expiry; null is never. */
export function WhenPart({ endsAt }: { endsAt: string | null }) {
  const words = useRequestWords(requestFormWords)
  const { draft, change } = useDraft()
  const warnings = warnOfDraft(draft, Date.now(), endsAt === null ? null : Date.parse(endsAt))
  return (
    <section
      className={`${partsStyles.paper} ${layoutStyles.stack} ${requestFormStyles.requestPart}`}
      aria-label={words.when}
    >
      <div className={`${layoutStyles.ends} ${requestFormStyles.requestPartHead}`}>
        <h2>{words.when}</h2>
      </div>
      <DraftField
        id="request-due"
        label={words.deadline}
        aside={
          draft.dueAt !== '' && (
            <button
              type="button"
              className={`${textStyles.quietButton} ${layoutStyles.medium} ${requestFormStyles.requestClear}`}
              onClick={() => change({ dueAt: '' })}
            >
              {words.noDeadline}
            </button>
          )
        }
        hint={words.deadlineHint}
      >
        {(aria) => (
          <input
            {...aria}
            type="datetime-local"
            className={fieldStyles.textField}
            value={draft.dueAt}
            min={localTimeAt(Date.now(), draft.zone)}
            max="2199-12-31T23:59"
            onChange={(event) => change({ dueAt: event.currentTarget.value.slice(0, 16) })}
          />
        )}
      </DraftField>
      {draft.dueAt !== '' && <RuleField />}
      <RemindersField />
      <ExpiryField endsAt={endsAt} />
      <div role="status">
        {warnings
          .filter((warning) => warning !== 'reminders-idle')
          .map((warning) => (
            <p key={warning} className={`${layoutStyles.warned} ${layoutStyles.large}`}>
              {words.warnings[warning]}
            </p>
          ))}
      </div>
    </section>
  )
}
