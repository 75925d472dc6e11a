import type { Sealing } from '@waybill/contract/requests/shapes'
import { KeyFingerprint } from '../../../shared/sealing/key-fingerprint.tsx'
import sealingStyles from '../../../shared/sealing/sealing.module.css'
import { sealingWords } from '../../../shared/sealing/words/sealing-words.ts'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import sealedRequestsStyles from './sealed-requests.module.css'

/**
 * The key that seals the files of a request, for the requester to give to suppliers by another channel than this
 * server.
 */
export function RequestKey({ sealing }: { sealing: Pick<Sealing, 'publicKey'> }) {
  const words = useWords(sealingWords)
  return (
    <div className={`${sealingStyles.sealingBox} ${sealedRequestsStyles.requestKey}`}>
      <p className={sealingStyles.sealingBoxTitle}>
        <Icon name="lock" size={18} />
        {words.stamp}
      </p>
      <p>
        <span className={textStyles.soft}>{words.key}</span> <KeyFingerprint publicKey={sealing.publicKey} />
      </p>
      <p className={textStyles.soft}>{words.keyText}</p>
    </div>
  )
}
