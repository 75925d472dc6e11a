import type { AccessPage } from '@waybill/contract/downloads/page-props'
import { Slip } from '../../../shared/ui/marks/slip.tsx'
import { useWords } from '../../../shared/words/language.tsx'
import { downloadWords } from '../words/download-words.ts'
import { AskForm } from './ask-form.tsx'

/** For whoever a recipient's link was sent on to: they ask its sender for one of their own. */
export function AccessSlip({ page }: { page: AccessPage }) {
  const words = useWords(downloadWords)
  const { slug, user, ask, problem } = page
  return (
    <Slip label={words.transfer} number={slug} name={words.slipName(slug)}>
      <div className="closed">
        <h1>{ask === 'asked' ? words.askedTitle : words.accessTitle}</h1>
        <p className="soft">
          {ask === 'asked' ? words.accessAsked : ask === 'code' ? words.askCode : words.accessText}
        </p>
        {ask !== 'asked' && <AskForm link={{ slug, user }} wish="access" ask={ask} problem={problem} />}
      </div>
    </Slip>
  )
}
