import type { Sealing } from '@waybill/contract/requests/shapes'
import { KeyFingerprint } from '../../../shared/sealing/key-fingerprint.tsx'
import { sealingWords } from '../../../shared/sealing/words/sealing-words.ts'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import { useWords } from '../../../shared/words/language.tsx'
import './sealed-requests.css'

/** The key that files of a request are sealed for, to be told to suppliers in another way than by this server. */
export function RequestKey({ sealing }: { sealing: Pick<Sealing, 'publicKey'> }) {
  const words = useWords(sealingWords)
  return (
    <div className="sealing-box request-key">
      <p className="sealing-box-title">
        <Icon name="lock" size={18} />
        {words.stamp}
      </p>
      <p>
        <span className="soft">{words.key}</span> <KeyFingerprint publicKey={sealing.publicKey} />
      </p>
      <p className="soft">{words.keyText}</p>
    </div>
  )
}
