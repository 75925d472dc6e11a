import { isAnonymous } from '@waybill/contract/billing/plans'
import { isLongEnough, PASSWORD_MIN_CHARS } from '@waybill/contract/identity/passwords'
import { useState } from 'react'
import { change } from '../../../shared/drafts/change-draft.ts'
import { useQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import choiceStyles from '../../../shared/ui/fields/choice.module.css'
import { FormField } from '../../../shared/ui/fields/form-field.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { optionsWords } from './words/options-words.ts'

const MOST_DOWNLOADS = 10_000

/** Who may open the transfer, from the first moment; for accounts, which can change it later. */
export function AccessChoice() {
  const words = useWords(optionsWords)
  const role = useQuickSend((state) => state.draft.role)
  const sendAs = useQuickSend((state) => state.draft.sendAs)
  const { password, downloadLimit, onlyProven } = useQuickSend((state) => state.draft.options)
  const [hasLeft, setLeft] = useState(password !== '')
  if (isAnonymous(role)) return null
  const isShort = password !== '' && !isLongEnough(password)
  const limit = (typed: string) => Math.min(Number(typed.replace(/\D/g, '')), MOST_DOWNLOADS) || null
  return (
    <fieldset className={layoutStyles.stackClose}>
      <legend>{words.access}</legend>
      <div>
        <FormField
          label={words.password}
          type="password"
          autoComplete="new-password"
          maxLength={256}
          value={password}
          error={isShort && hasLeft ? words.passwordShort(PASSWORD_MIN_CHARS) : undefined}
          onType={(typed) => change({ kind: 'choose-options', options: { password: typed } })}
          onBlur={() => setLeft(true)}
        />
        <p className={`${textStyles.soft} ${layoutStyles.medium} ${layoutStyles.aboveTight}`}>{words.passwordHint}</p>
      </div>
      <FormField
        label={words.downloadLimit}
        inputMode="numeric"
        autoComplete="off"
        value={downloadLimit === null ? '' : String(downloadLimit)}
        onType={(typed) => change({ kind: 'choose-options', options: { downloadLimit: limit(typed) } })}
      />
      <label className={choiceStyles.choice}>
        <input
          type="checkbox"
          checked={onlyProven}
          onChange={({ currentTarget: { checked } }) =>
            change({ kind: 'choose-options', options: { onlyProven: checked } })
          }
        />
        <span>
          {words.onlyProven}
          <small>{sendAs === 'email' ? words.onlyProvenHint : words.onlyProvenByLink}</small>
        </span>
      </label>
    </fieldset>
  )
}
