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
import { useWords } from '../../../shared/words/language.tsx'
import { SaveAll } from './save-all.tsx'
import { SealedArchive } from './sealed-archive.tsx'
import type { SealedWish } from './sealed-context.tsx'
import sealedRequestsStyles from './sealed-requests.module.css'
import { sealedRequestsWords } from './words/sealed-requests-words.ts'

interface SealedDialogProps {
  record: RequestRecord
  sealing: Sealing
  wish: SealedWish
  onEnd: () => void
}

/** Asks for the passphrase where it was not given yet, and goes on with what was wished. */
export function SealedDialog({ wish, ...props }: SealedDialogProps) {
  return wish.is === 'forward' ? <Forwarding wish={wish} {...props} /> : <Opening wish={wish} {...props} />
}

/** Whoever gets a sealed file cannot open it: that is said before it happens. */
function Forwarding({ wish, onEnd }: { wish: Extract<SealedWish, { is: 'forward' }>; onEnd: () => void }) {
  const words = useWords(sealedRequestsWords)
  const forward = () => {
    onEnd()
    wish.go()
  }
  return (
    <ConfirmDialog
      isOpen
      title={words.forwardTitle}
      text={words.forwardText(wish.count)}
      confirmLabel={words.forwardSealed}
      keepLabel={words.cancel}
      onConfirm={forward}
      onKeep={onEnd}
    />
  )
}

interface OpeningProps extends SealedDialogProps {
  wish: Exclude<SealedWish, { is: 'forward' }>
}

function Opening({ record, sealing, wish, onEnd }: OpeningProps) {
  const words = useWords(sealedRequestsWords)
  const { unlockTitle } = useWords(sealingWords)
  const keys = useUnlocked(sealing)
  const [isBusy, setBusy] = useState(false)
  const isDone = wish.is === 'unlock' && keys !== null
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
        {keys === null && sealingTrouble() && <div className={sealedRequestsStyles.sealedDialogActs}>{leave}</div>}
        {keys && wish.is === 'save' && (
          <SaveAll record={record} wish={wish} keys={keys} onBusy={setBusy} onEnd={onEnd} />
        )}
        {wish.is === 'save' && <SealedArchive record={record} sealing={sealing} onFetch={wish.fetchArchive} />}
      </DialogContent>
    </Dialog>
  )
}
