import type { ProofPage } from '@waybill/contract/downloads/page-props'
import { PROOF_ANSWERS } from '@waybill/contract/downloads/proof-of-work'
import { failureSentence } from '../../../shared/api/problem-words.ts'
import downloadStyles from '../../../shared/served-page/download.module.css'
import { Slip } from '../../../shared/ui/marks/slip.tsx'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { downloadWords } from '../words/download-words.ts'
import proofStyles from './proof.module.css'
import { type ProofState, useProof } from './use-proof.ts'

/**
 * Replaces any page while the network has tried too many links: the browser does a proof of work, then the link opens.
 */
export function ProofSlip({ page }: { page: ProofPage }) {
  const words = useWords(downloadWords)
  const state = useProof(page.challenge)
  return (
    <Slip label={words.transfer}>
      <div className={`${downloadStyles.closed} ${proofStyles.proof}`}>
        <h1>{words.proofTitle}</h1>
        <p className={textStyles.soft}>{words.proofText}</p>
        <p className={proofStyles.proofStill}>
          <strong>{words.proofNeedsScripts}</strong>
        </p>
        <progress
          className={downloadStyles.liveOnly}
          aria-label={words.proofProgress}
          max={PROOF_ANSWERS}
          value={foundIn(state)}
        />
        <ProofOutcome state={state} />
      </div>
    </Slip>
  )
}

function ProofOutcome({ state }: { state: ProofState }) {
  const { language } = useLanguage()
  const words = useWords(downloadWords)
  const hasFailed = state.phase === 'failed' || state.phase === 'unkept'
  return (
    <div>
      <p role="status">{state.phase === 'proven' && words.proofDone}</p>
      <p role="alert">
        {state.phase === 'unkept' && words.proofUnkept}
        {state.phase === 'failed' && failureSentence(language, state.error)}
      </p>
      {hasFailed && <a href="?">{words.tryAgain}</a>}
    </div>
  )
}

function foundIn(state: ProofState): number {
  if (state.phase === 'working') return state.found
  return state.phase === 'proven' ? PROOF_ANSWERS : 0
}
