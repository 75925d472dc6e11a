import { DEFAULT_EXPIRY_SECONDS, expiryAllowed, expiryOptions } from '@waybill/contract/transfers/expiry'
import { problemSentence } from '../../../../shared/api/problem-words.ts'
import { UpgradeLink } from '../../../../shared/billing/upgrade/upgrade-link.tsx'
import { expiriesWords } from '../../../../shared/expiry/words/expiries-words.ts'
import { formatDay } from '../../../../shared/time/moment.ts'
import fieldStyles from '../../../../shared/ui/fields/field.module.css'
import { Gap } from '../../../../shared/words/gap.tsx'
import { useLanguage, useWords } from '../../../../shared/words/language.tsx'
import { useRequestWords } from '../../request-words.ts'
import { useDraft } from '../draft/draft-context.ts'
import { DraftField } from '../draft/draft-field.tsx'
import { requestFormWords } from '../words/request-form-words.ts'

/** When the request expires; for an existing one, from now on, or unchanged. */
export function ExpiryField({ endsAt }: { endsAt: string | null }) {
  const words = useRequestWords(requestFormWords)
  const expiries = useWords(expiriesWords)
  const { language } = useLanguage()
  const { draft, change, role, isEdit } = useDraft()
  const hasLocked = expiryOptions.some(({ seconds }) => !expiryAllowed(role, seconds))
  const asItIs = endsAt === null ? words.endsNever : words.endsOn(formatDay(endsAt, 'local', language))
  return (
    <DraftField
      id="request-expiry"
      label={isEdit ? words.expiryAnew : words.expiry}
      hint={
        hasLocked && (
          <>
            {problemSentence(language, 'expiry-reserved')}
            <Gap />
            <UpgradeLink limit="expiry" need={DEFAULT_EXPIRY_SECONDS + 1} />
          </>
        )
      }
    >
      {(aria) => (
        <select
          {...aria}
          className={fieldStyles.textField}
          value={draft.expirySeconds ?? ''}
          onChange={({ currentTarget: { value } }) => change({ expirySeconds: value === '' ? null : Number(value) })}
        >
          {isEdit && <option value="">{words.asItIs(asItIs)}</option>}
          {expiryOptions.map(({ key, seconds }) => (
            <option key={key} value={seconds} disabled={!expiryAllowed(role, seconds)}>
              {expiries[key]}
            </option>
          ))}
        </select>
      )}
    </DraftField>
  )
}
