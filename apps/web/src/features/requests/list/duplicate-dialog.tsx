import { useNavigate } from '@tanstack/react-router'
import { firstZoneOf } from '@waybill/contract/requests/deadline'
import type { ListedRequest } from '@waybill/contract/requests/shapes'
import { useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import { makeKeys } from '../../../shared/sealing/make-keys.ts'
import { sealingFailure } from '../../../shared/sealing/sealing-failure.ts'
import { sealingWords } from '../../../shared/sealing/words/sealing-words.ts'
import { instantOf } from '../../../shared/time/zones.ts'
import confirmDialogStyles from '../../../shared/ui/dialogs/confirm-dialog.module.css'
import { Dialog, DialogContent } from '../../../shared/ui/dialogs/dialog.tsx'
import { Button } from '../../../shared/ui/fields/button.ts'
import fieldStyles from '../../../shared/ui/fields/field.module.css'
import { notify } from '../../../shared/ui/page/notices.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { DuplicateSealing, type OwnKey } from '../sealed/duplicate-sealing.tsx'
import { showRequest } from '../use-requests.ts'
import { requestsWords } from '../words/requests-words.ts'

const NOTICE_MS = 12_000

interface DuplicateDialogProps {
  request: ListedRequest
  isOpen: boolean
  onEnd: () => void
}

/** Duplicates a request; asks first whether to mail its suppliers again. */
export function DuplicateDialog({ request, isOpen, onEnd }: DuplicateDialogProps) {
  const words = useWords(requestsWords)
  // The server decides this by its own clock.
  const isLate =
    request.deadline !== null && instantOf(request.deadline.at, firstZoneOf(request.deadline)) <= Date.now()
  return (
    <Dialog opened={isOpen} onClose={onEnd} size={request.isSealed ? 'md' : 'sm'} centered>
      <DialogContent
        label={words.duplicateTitle}
        className={confirmDialogStyles.confirmContent}
        bodyClassName={confirmDialogStyles.confirm}
      >
        <h2>{words.duplicateTitle}</h2>
        <p className={textStyles.soft}>{words.duplicateText(request.title)}</p>
        {isLate && <p className={textStyles.soft}>{words.duplicateUndated}</p>}
        <DuplicateForm request={request} onEnd={onEnd} />
      </DialogContent>
    </Dialog>
  )
}

function DuplicateForm({ request, onEnd }: Omit<DuplicateDialogProps, 'isOpen'>) {
  const words = useWords(requestsWords)
  const { makingKey } = useWords(sealingWords)
  const [withSuppliers, setWithSuppliers] = useState(false)
  const [key, setKey] = useState<OwnKey>({ isOwn: false, passphrase: null })
  const { isBusy, error, make } = useDuplicating(request, onEnd)
  return (
    <>
      {request.counts.suppliers > 0 && (
        <label className={partsStyles.tick}>
          <input
            type="checkbox"
            checked={withSuppliers}
            onChange={(event) => setWithSuppliers(event.currentTarget.checked)}
          />
          <span>{words.duplicateSuppliers(request.counts.suppliers)}</span>
        </label>
      )}
      {request.isSealed && <DuplicateSealing ownKey={key} onChange={setKey} />}
      <p className={fieldStyles.fieldError} role="alert">
        {error}
      </p>
      <p className={textStyles.soft} role="status">
        {isBusy && key.isOwn && makingKey}
      </p>
      <div className={`${partsStyles.answers} ${layoutStyles.above}`}>
        <Button variant="default" onClick={onEnd} data-autofocus>
          {words.cancel}
        </Button>
        <Button
          onClick={() => void make(withSuppliers, key)}
          loading={isBusy}
          disabled={key.isOwn && key.passphrase === null}
        >
          {words.duplicate}
        </Button>
      </div>
    </>
  )
}

/** A sealed request stays sealed: under the same key, or under a new one that is made first. */
function useDuplicating(request: ListedRequest, onEnd: () => void) {
  const words = useWords(requestsWords)
  const navigate = useNavigate()
  const { isBusy, error, save } = useMutation(sealingFailure)
  const make = (withSuppliers: boolean, { isOwn, passphrase }: OwnKey) =>
    save(async () => {
      const key = isOwn && passphrase !== null ? { sealing: await makeKeys(passphrase) } : {}
      const params = { request: request._id }
      const made = await call('duplicateRequest', { params, body: { withSuppliers, ...key } })
      showRequest(made.request)
      const edit = () => void navigate({ to: '/dash/requests', search: { edit: made.request.slug } })
      const isUndated = request.deadline !== null && made.request.deadline === null
      const title = isUndated ? words.duplicatedUndated : words.duplicated
      notify({ title, durationMs: NOTICE_MS, action: { label: words.editIt, press: edit } })
      onEnd()
    })
  return { isBusy, error, make }
}
