import { openedName } from '@waybill/contract/requests/sealed-form'
import type { Submission } from '@waybill/contract/requests/submission-endpoints'
import type { OpeningKeys } from '@waybill/sealing/opening-keys'
import { SaveOpened } from '../../../shared/sealing/save-opened.tsx'
import { useUnlocked } from '../../../shared/sealing/unlocked.ts'
import { sealingWords } from '../../../shared/sealing/words/sealing-words.ts'
import { CopyButton } from '../../../shared/ui/fields/copy-button.tsx'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { requestRecordWords } from '../record/words/request-record-words.ts'
import { useRequestWords } from '../request-words.ts'
import { useSealed } from './sealed-context.tsx'
import { asSealed } from './sealed-items.ts'
import sealedRequestsStyles from './sealed-requests.module.css'
import { sealedRequestsWords } from './words/sealed-requests-words.ts'

type SubmissionFile = Submission['files'][number]

/** The keys for the files of the surrounding request; null where they are locked, or not sealed. */
export function useOpeningKeys(): OpeningKeys | null {
  const sealed = useSealed()
  return useUnlocked({ publicKey: sealed?.sealing.publicKey ?? '' })
}

/** Asks for the passphrase, in the place of the download button. */
export function UnlockButton({ file: { fileName }, children }: { file: SubmissionFile; children?: string }) {
  const words = useWords(sealedRequestsWords)
  const sealed = useSealed()
  const label = words.unlockNamed(openedName(fileName.slice(fileName.lastIndexOf('/') + 1)))
  return (
    <button
      type="button"
      className={children ? textStyles.quietButton : partsStyles.iconButton}
      aria-label={label}
      title={label}
      onClick={() => sealed?.ask({ is: 'unlock' })}
    >
      {children ?? <Icon name="lock" size={18} />}
    </button>
  )
}

/** Opens a sealed file, once the passphrase was entered. */
export function OpenButton({ file }: { file: SubmissionFile }) {
  const keys = useOpeningKeys()
  const sealed = asSealed(file)
  return keys && sealed && <SaveOpened file={sealed} keys={keys} />
}

/** Two checksums: of the stored bytes, and of the content as its sender claims. */
export function SealedSums({ file }: { file: SubmissionFile }) {
  const { sumCopied, summing } = useRequestWords(requestRecordWords)
  const words = useWords(sealedRequestsWords)
  const { storedSum, claimedSum } = useWords(sealingWords)
  const claim = file.sealed?.sha256
  return (
    <p className={`${layoutStyles.small} ${layoutStyles.wrap} ${sealedRequestsStyles.sealedSums} ${textStyles.soft}`}>
      {claim && (
        <span>
          <span aria-hidden="true">{words.claimedShort} </span>
          <Sum sha256={claim} label={claimedSum} done={sumCopied} />
        </span>
      )}
      <span>
        <span aria-hidden="true">{words.storedShort} </span>
        {file.sha256 === null ? summing : <Sum sha256={file.sha256} label={storedSum} done={sumCopied} />}
      </span>
    </p>
  )
}

const SUM_SHOWN = 8

function Sum({ sha256, label, done }: { sha256: string; label: string; done: string }) {
  return (
    <CopyButton text={sha256} label={label} done={done}>
      {sha256.slice(0, SUM_SHOWN)}
    </CopyButton>
  )
}
