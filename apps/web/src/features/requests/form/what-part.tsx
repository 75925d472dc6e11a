import { MESSAGE_MAX_CHARS, messageLength } from '@waybill/contract/transfers/message-links'
import fieldStyles from '../../../shared/ui/fields/field.module.css'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useRequestWords } from '../request-words.ts'
import { useDraft } from './draft/draft-context.ts'
import { DraftField } from './draft/draft-field.tsx'
import requestFormStyles from './request-form.module.css'
import { requestFormWords } from './words/request-form-words.ts'

/** What the request asks for, in a title and a few sentences. */
export function WhatPart() {
  const words = useRequestWords(requestFormWords)
  const { draft, change } = useDraft()
  const length = messageLength(draft.message)
  return (
    <section
      className={`${partsStyles.paper} ${layoutStyles.stack} ${requestFormStyles.requestPart}`}
      aria-label={words.what}
    >
      <DraftField id="request-title" label={words.titleLabel}>
        {(aria) => (
          <input
            {...aria}
            className={fieldStyles.textField}
            value={draft.title}
            maxLength={200}
            placeholder={words.titleHint}
            onChange={(event) => change({ title: event.currentTarget.value })}
          />
        )}
      </DraftField>
      <DraftField
        id="request-message"
        label={words.message}
        aside={
          <span
            className={`${fieldStyles.fieldCount} ${textStyles.mono}`}
            data-over={length > MESSAGE_MAX_CHARS || undefined}
          >
            {length} / {MESSAGE_MAX_CHARS}
          </span>
        }
      >
        {(aria) => (
          <textarea
            {...aria}
            className={fieldStyles.textField}
            rows={2}
            value={draft.message}
            onChange={(event) => change({ message: event.currentTarget.value })}
          />
        )}
      </DraftField>
    </section>
  )
}
