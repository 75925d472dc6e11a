import type { RequestRecord, Sealing } from '@waybill/contract/requests/shapes'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import { saveBlob } from '../../../shared/ui/files/save-blob.ts'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import sealedRequestsStyles from './sealed-requests.module.css'
import { sealedRequestsWords } from './words/sealed-requests-words.ts'

interface SealedArchiveProps {
  record: Pick<RequestRecord, 'slug'>
  sealing: Sealing
  onFetch: () => Promise<void>
}

/** The stored bytes, unchanged, and what opens them without this page. */
export function SealedArchive({ record: { slug }, sealing, onFetch }: SealedArchiveProps) {
  const words = useWords(sealedRequestsWords)
  const { isBusy, save } = useMutation()
  const saveKey = () => {
    const text = `${JSON.stringify(sealing, null, 2)}\n`
    saveBlob(new Blob([text], { type: 'application/json' }), `request-${slug}-key.json`)
  }
  return (
    <details className={`${layoutStyles.large} ${sealedRequestsStyles.sealedArchive}`}>
      <summary>{words.asTheyAre}</summary>
      <p className={textStyles.soft}>{words.asTheyAreText}</p>
      <div className={`${layoutStyles.wrap} ${layoutStyles.gapTight} ${layoutStyles.aboveClose}`}>
        <Button
          variant="default"
          size="sm"
          leftSection={<Icon name="download" size={18} />}
          loading={isBusy}
          onClick={() => void save(onFetch)}
        >
          {words.fetchArchive}
        </Button>
        <Button variant="default" size="sm" leftSection={<Icon name="lock" size={18} />} onClick={saveKey}>
          {words.saveKey}
        </Button>
      </div>
    </details>
  )
}
