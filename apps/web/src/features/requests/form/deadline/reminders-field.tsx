import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import { useRequestWords } from '../../request-words.ts'
import { useDraft } from '../draft/draft-context.ts'
import { Tick } from '../draft/draft-field.tsx'
import requestFormStyles from '../request-form.module.css'
import { requestFormWords } from '../words/request-form-words.ts'
import { ReminderDays } from './reminder-days.tsx'

/** Whether suppliers who have not answered get reminders, and when. */
export function RemindersField() {
  const words = useRequestWords(requestFormWords)
  const { draft, change } = useDraft()
  return (
    <div className={`${layoutStyles.stackClose} ${requestFormStyles.requestReminders}`}>
      <Tick
        isOn={draft.reminders}
        onChange={(reminders) => change({ reminders })}
        hint={draft.reminders && draft.dueAt === '' ? words.warnings['reminders-idle'] : words.remindersHint}
      >
        {words.reminders}
      </Tick>
      {draft.reminders && (
        <ReminderDays days={draft.reminderDays} onChoose={(reminderDays) => change({ reminderDays })} />
      )}
    </div>
  )
}
