import type { RequestRecord, Sealing } from '@waybill/contract/requests/shapes'
import { useEffect, useState } from 'react'
import { AskPassphrase } from '../../../shared/sealing/ask-passphrase.tsx'
import { sealingTrouble } from '../../../shared/sealing/load-sealing.ts'
import { useUnlocked } from '../../../shared/sealing/unlocked.ts'
import { sealingWords } from '../../../shared/sealing/words/sealing-words.ts'
import confirmDialogStyles from '../../../shared/ui/dialogs/confirm-dialog.module.css'
import { ConfirmDialog } from '../../../shared/ui/dialogs/confirm-dialog.tsx'
import { Dialog, DialogContent } from '../../../shared/ui/dialogs/dialog.tsx'
import { Button } from '../../../shared/ui/fields/button.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { SaveAll } from './save-all.tsx'
import { SealedArchive } from './sealed-archive.tsx'
import type { SealedAction } from './sealed-context.tsx'
import sealedRequestsStyles from './sealed-requests.module.css'
import { sealedRequestsWords } from './words/sealed-requests-words.ts'

interface SealedDialogProps {
  record: RequestRecord
  sealing: Sealing
  action: SealedAction
  onEnd: () => void
}

/** Asks for the passphrase where the files are still locked, and continues the action. */
export function SealedDialog({ action, ...props }: SealedDialogProps) {
  return action.is === 'forward' ? <Forwarding action={action} {...props} /> : <Opening action={action} {...props} />
}
/** Warns first that recipients of a sealed file cannot open it. */
function Forwarding({ action, onEnd }: { action: Extract<SealedAction, { is: 'forward' }>; onEnd: () => void }) {
  const words = useWords(sealedRequestsWords)
  const forward = () => {
    onEnd()
    action.go()
  }
  return (
    <ConfirmDialog
      isOpen
      title={words.forwardTitle}
      text={words.forwardText(action.count)}
      confirmLabel={words.forwardSealed}
      keepLabel={words.cancel}
      onConfirm={forward}
      onKeep={onEnd}
    />
  )
}

interface OpeningProps extends SealedDialogProps {
  action: Exclude<SealedAction, { is: 'forward' }>
}

function Opening({ record, sealing, action, onEnd }: OpeningProps) {
  const words = useWords(sealedRequestsWords)
  const { unlockTitle } = useWords(sealingWords)
  const keys = useUnlocked(sealing)
  const [isBusy, setBusy] = useState(false)
  const isDone = action.is === 'unlock' && keys !== null
  useEffect(() => {
    if (isDone) onEnd()
  }, [isDone, onEnd])
  const leave = (
    <Button variant="default" onClick={onEnd}>
      {words.cancel}
    </Button>
  )
  return (
    <Dialog
      opened
      onClose={onEnd}
      size={keys === null ? 'md' : 'lg'}
      centered
      closeOnEscape={!isBusy}
      closeOnClickOutside={!isBusy}
    >
      <DialogContent
        label={keys === null ? unlockTitle : words.openSome}
        className={confirmDialogStyles.confirmContent}
        bodyClassName={`${confirmDialogStyles.confirm} ${sealedRequestsStyles.sealedDialog}`}
      >
        {keys === null && <AskPassphrase sealing={sealing}>{leave}</AskPassphrase>}
        {keys === null && sealingTrouble() && <div className={layoutStyles.wrap}>{leave}</div>}
        {keys && action.is === 'save' && (
          <SaveAll record={record} action={action} keys={keys} onBusy={setBusy} onEnd={onEnd} />
        )}
        {action.is === 'save' && <SealedArchive record={record} sealing={sealing} onFetch={action.fetchArchive} />}
      </DialogContent>
    </Dialog>
  )
}
