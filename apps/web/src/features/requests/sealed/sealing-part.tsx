import type { RequestRecord } from '@waybill/contract/requests/shapes'
import { Suspense, useEffect } from 'react'
import { HelpLinks } from '../../../shared/help/help-links.tsx'
import { sealingTrouble } from '../../../shared/sealing/load-sealing.ts'
import { sealingWords } from '../../../shared/sealing/words/sealing-words.ts'
import fieldStyles from '../../../shared/ui/fields/field.module.css'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { useDraft } from '../form/draft/draft-context.ts'
import { Tick } from '../form/draft/draft-field.tsx'
import requestFormStyles from '../form/request-form.module.css'
import { requestFormWords } from '../form/words/request-form-words.ts'
import { useRequestWords } from '../request-words.ts'
import { LazyNewPassphrase } from './lazy-passphrase.ts'
import { RequestKey } from './request-key.tsx'
import { sealedRequestsWords } from './words/sealed-requests-words.ts'

/** Whether files must be sealed; chosen once. For an existing request, whether they are. */
export function RequestSealingPart({ record }: { record: RequestRecord | null }) {
  const { part } = useWords(sealedRequestsWords)
  return (
    <section
      className={`${partsStyles.paper} ${layoutStyles.stack} ${requestFormStyles.requestPart}`}
      id="request-sealing"
      tabIndex={-1}
      aria-label={part}
    >
      <div className={`${layoutStyles.ends} ${requestFormStyles.requestPartHead}`}>
        <h2>{part}</h2>
      </div>
      {record === null ? <SealedOption /> : <Fixed record={record} />}
      <HelpLinks articles={['sealed-requests']} />
    </section>
  )
}

function SealedOption() {
  const words = useWords(sealingWords)
  const { faults } = useRequestWords(requestFormWords)
  const { draft, change, faultOf } = useDraft()
  const fault = faultOf('request-sealing')
  return (
    <>
      <Tick isOn={draft.isSealed} onChange={(isSealed) => change({ isSealed })} hint={words.acceptSealedOnlyText}>
        {words.acceptSealedOnly}
      </Tick>
      {draft.isSealed && <Passphrase />}
      <div role="alert">
        {fault && sealingTrouble() === null && <p className={fieldStyles.fieldError}>{faults[fault]}</p>}
      </div>
    </>
  )
}

/** Removing the fields discards their text: choosing sealing again starts empty. */
function Passphrase() {
  const { setPassphrase } = useDraft()
  useEffect(() => () => setPassphrase(null), [setPassphrase])
  return (
    <Suspense fallback={null}>
      <LazyNewPassphrase onChange={setPassphrase} />
    </Suspense>
  )
}

function Fixed({ record: { sealing } }: { record: RequestRecord }) {
  const words = useWords(sealedRequestsWords)
  return (
    <>
      <p>
        {sealing ? words.isSealed : words.isOpen} <span className={textStyles.soft}>{words.isFixed}</span>
      </p>
      {sealing && <RequestKey sealing={sealing} />}
    </>
  )
}
