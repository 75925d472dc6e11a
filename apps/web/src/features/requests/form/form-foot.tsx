import { useState } from 'react'
import { Button } from '../../../shared/ui/fields/button.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { useRequestWords } from '../request-words.ts'
import { SaveTemplate } from '../templates/save-template.tsx'
import { requestsWords } from '../words/requests-words.ts'
import { useDraft } from './draft/draft-context.ts'
import requestFormStyles from './request-form.module.css'
import { requestFormWords } from './words/request-form-words.ts'

interface FormFootProps {
  label: string
  /** The action of the button. */
  text?: string | undefined
  /** What the form is doing now, where that takes time. */
  doing?: string | undefined
  isBusy: boolean
  /** Nothing may be sent at all. */
  isClosed?: boolean
  /** The refusal of the last try. */
  error: string
  onEnd: () => void
}

/** Sends the form, saves it as a template, or leaves it. */
export function FormFoot({ label, text, doing, isBusy, isClosed = false, error, onEnd }: FormFootProps) {
  const words = useRequestWords(requestFormWords)
  const { cancel } = useWords(requestsWords)
  const { findings, wasTried } = useDraft()
  const [isKeeping, setKeeping] = useState(false)
  const hasFaults = findings.some(({ fault }) => fault !== 'nobody' && fault !== 'address')
  return (
    <div className={`${layoutStyles.stackClose} ${requestFormStyles.requestFoot}`}>
      <div role="alert">
        {error && (
          <p className={layoutStyles.callout} data-tone="bad">
            {error}
          </p>
        )}
        {wasTried && findings.length > 0 && (
          <p className={layoutStyles.callout} data-tone="bad">
            {words.faulty(findings.length)}
          </p>
        )}
      </div>
      {text && <p className={textStyles.soft}>{text}</p>}
      <div role="status">{doing && <p className={textStyles.soft}>{doing}</p>}</div>
      <div className={`${layoutStyles.row} ${requestFormStyles.requestFootActs}`}>
        <Button type="submit" loading={isBusy} disabled={isClosed}>
          {label}
        </Button>
        <Button variant="default" onClick={onEnd}>
          {cancel}
        </Button>
        <button
          type="button"
          className={textStyles.quietButton}
          disabled={hasFaults}
          title={hasFaults ? words.templateNotYet : undefined}
          onClick={() => setKeeping(true)}
        >
          {words.templateSave}
        </button>
      </div>
      <SaveTemplate isOpen={isKeeping} onEnd={() => setKeeping(false)} />
    </div>
  )
}
