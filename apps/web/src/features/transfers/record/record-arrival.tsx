import { formatBytes } from '@waybill/contract/core/sizes'
import type { TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import { setQuickSend, useQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { showSendSheet } from '../../../shared/drafts/send-sheet-state.ts'
import { keep } from '../../../shared/storage/kept.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { arrivalWords } from '../words/arrival-words.ts'

/** A transfer that was sent while it uploads: how far it is, and for its sender the way to go on. */
export function RecordArrival({ record: { arrival, upload } }: { record: TransferRecord }) {
  const words = useWords(arrivalWords)
  const { language } = useLanguage()
  if (!arrival || arrival.state === 'whole') return null
  const { state, filesThere, fileCount, arrivedBytes, totalBytes } = arrival
  const amount = words.amount(formatBytes(arrivedBytes, language), formatBytes(totalBytes, language))
  return (
    <section
      className={`${layoutStyles.callout} ${layoutStyles.stackClose} ${layoutStyles.starts}`}
      data-tone={state === 'broken' ? 'bad' : undefined}
      aria-label={words.name}
    >
      <p>{words[state](filesThere, fileCount, amount)}</p>
      {upload !== undefined && <WayOn upload={upload} isBroken={state === 'broken'} />}
    </section>
  )
}

/** The send form has the upload: it runs there, or is taken up there with the same files. */
function WayOn({ upload, isBroken }: { upload: string; isBroken: boolean }) {
  const words = useWords(arrivalWords)
  const isSending = useQuickSend(({ screen }) => screen === 'sending')
  const goOn = () => {
    if (!isSending) {
      keep('upload', upload)
      setQuickSend({ screen: 'unfinished', unfinished: null })
    }
    showSendSheet(true)
  }
  return (
    <Button variant={isBroken && !isSending ? 'filled' : 'default'} onClick={goOn}>
      {isSending ? words.show : words.resume}
    </Button>
  )
}
