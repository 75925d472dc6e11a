import { plans } from '@waybill/contract/billing/plans'
import { formatBytes } from '@waybill/contract/core/sizes'
import { type SupplierNoun, supplierNouns } from '@waybill/contract/requests/supplier-noun'
import fieldStyles from '../../../shared/ui/fields/field.module.css'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { useRequestWords } from '../request-words.ts'
import { requestsWords } from '../words/requests-words.ts'
import { useDraft } from './draft/draft-context.ts'
import { DraftField } from './draft/draft-field.tsx'
import { SizeField } from './items/size-field.tsx'
import { TypesField } from './items/types-field.tsx'
import requestFormStyles from './request-form.module.css'
import { requestFormWords } from './words/request-form-words.ts'

const fields = ['request-submission-size', 'request-submission-files', 'request-types']

/** Settings that few change: limits of a whole submission, its folder, the language of the mails. */
export function LimitsPart() {
  const words = useRequestWords(requestFormWords)
  const { nounLabel, nounHint, nouns } = useWords(requestsWords)
  const { language } = useLanguage()
  const { draft, change, role, findings } = useDraft()
  const { uploadLimitBytes, fileLimit } = plans[role]
  const isFaulty = findings.some(({ field }) => fields.includes(field))
  return (
    <details
      className={`${partsStyles.paper} ${layoutStyles.stack} ${requestFormStyles.requestPart} ${partsStyles.fold} ${`${partsStyles.fold} ${requestFormStyles.requestFold}`}`}
      open={isFaulty || undefined}
    >
      <summary>
        <h2>{words.more}</h2>
      </summary>
      <DraftField id="request-folder" label={words.folder} hint={words.folderHint}>
        {(aria) => (
          <input
            {...aria}
            className={fieldStyles.textField}
            value={draft.folder}
            maxLength={200}
            placeholder={draft.title.trim() || words.folderAsTitle}
            onChange={(event) => change({ folder: event.currentTarget.value })}
          />
        )}
      </DraftField>
      <DraftField id="request-lang" label={words.lang} hint={words.langHint}>
        {(aria) => (
          <select
            {...aria}
            className={fieldStyles.textField}
            value={draft.lang}
            onChange={(event) => change({ lang: event.currentTarget.value as 'en' | 'zh' })}
          >
            <option value="en">English</option>
            <option value="zh">中文</option>
          </select>
        )}
      </DraftField>
      <DraftField id="request-noun" label={nounLabel} hint={nounHint}>
        {(aria) => (
          <select
            {...aria}
            className={fieldStyles.textField}
            value={draft.supplierNoun}
            onChange={(event) => change({ supplierNoun: event.currentTarget.value as SupplierNoun })}
          >
            {supplierNouns.map((noun) => (
              <option key={noun} value={noun}>
                {nouns[noun]}
              </option>
            ))}
          </select>
        )}
      </DraftField>
      <div className={`${layoutStyles.stack} ${requestFormStyles.requestPair}`}>
        <SizeField
          id="request-submission-size"
          label={words.submissionSize}
          placeholder={words.planAllows(formatBytes(uploadLimitBytes, language))}
          typed={draft.submissionSize}
          onType={(submissionSize) => change({ submissionSize })}
        />
        <DraftField id="request-submission-files" label={words.submissionFiles}>
          {(aria) => (
            <input
              {...aria}
              className={fieldStyles.textField}
              inputMode="numeric"
              value={draft.submissionFiles}
              placeholder={words.planAllows(String(fileLimit))}
              onChange={(event) => change({ submissionFiles: event.currentTarget.value })}
            />
          )}
        </DraftField>
      </div>
      <TypesField id="request-types" typed={draft.types} onType={(types) => change({ types })} />
    </details>
  )
}
