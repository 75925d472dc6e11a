import type { AccessPage } from '@waybill/contract/downloads/page-props'
import downloadStyles from '../../../shared/served-page/download.module.css'
import { Slip } from '../../../shared/ui/marks/slip.tsx'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { downloadWords } from '../words/download-words.ts'
import { AccessRequestForm } from './access-request-form.tsx'

/** For a person with a forwarded link: they ask the sender for a separate one. */
export function AccessSlip({ page }: { page: AccessPage }) {
  const words = useWords(downloadWords)
  const { slug, user, step, problem } = page
  return (
    <Slip label={words.transfer} number={slug} name={words.slipName(slug)}>
      <div className={downloadStyles.closed}>
        <h1>{step === 'requested' ? words.requestedTitle : words.accessTitle}</h1>
        <p className={textStyles.soft}>
          {step === 'requested' ? words.accessRequested : step === 'code' ? words.requestCode : words.accessText}
        </p>
        {step !== 'requested' && (
          <AccessRequestForm link={{ slug, user }} kind="access" step={step} problem={problem} />
        )}
      </div>
    </Slip>
  )
}
