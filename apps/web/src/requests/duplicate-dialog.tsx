import { Button, Modal } from '@mantine/core'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ScrollArea.css'
import { useNavigate } from '@tanstack/react-router'
import { liesAhead } from '@waybill/contract/deadline'
import type { ListedRequest } from '@waybill/contract/request-shapes'
import { useState } from 'react'
import { useSaving } from '../account/use-saving.ts'
import { call } from '../api/client.ts'
import { notify } from '../ui/notices.ts'
import { useWords } from '../words/language.tsx'
import { requestsWords } from '../words/requests.ts'
import '../ui/confirm-dialog.css'
import { showRequest } from './use-requests.ts'

const NOTICE_MS = 12_000

interface DuplicateDialogProps {
  request: ListedRequest
  isOpen: boolean
  onEnd: () => void
}

/** Makes the same request once more; whether its people are mailed again is asked first. */
export function DuplicateDialog({ request, isOpen, onEnd }: DuplicateDialogProps) {
  const words = useWords(requestsWords)
  const navigate = useNavigate()
  const [withPeople, setWithPeople] = useState(false)
  const { isBusy, error, save, forgive } = useSaving()
  const end = () => {
    forgive()
    setWithPeople(false)
    onEnd()
  }
  const make = () =>
    save(async () => {
      const made = await call('duplicateRequest', { params: { request: request._id }, body: { withPeople } })
      showRequest(made.request)
      const edit = () => void navigate({ to: '/dash/requests', search: { edit: made.request.slug } })
      const isUndated = request.deadline !== null && made.request.deadline === null
      const title = isUndated ? words.duplicatedUndated : words.duplicated
      notify({ title, durationMs: NOTICE_MS, action: { label: words.editIt, press: edit } })
      end()
    })
  // What the server decides by its own clock.
  const isLate = request.deadline !== null && !liesAhead(request.deadline, Date.now())
  return (
    <Modal.Root opened={isOpen} onClose={end} size="sm" centered>
      <Modal.Overlay />
      <Modal.Content aria-label={words.duplicateTitle} className="confirm-content">
        <Modal.Body className="confirm">
          <h2>{words.duplicateTitle}</h2>
          <p className="soft">{words.duplicateText(request.title)}</p>
          {isLate && <p className="soft">{words.duplicateUndated}</p>}
          {request.counts.people > 0 && (
            <label className="request-tick">
              <input
                type="checkbox"
                checked={withPeople}
                onChange={(event) => setWithPeople(event.currentTarget.checked)}
              />
              <span>{words.duplicatePeople(request.counts.people)}</span>
            </label>
          )}
          <p className="field-error" role="alert">
            {error}
          </p>
          <div className="confirm-answers">
            <Button variant="default" onClick={end} data-autofocus>
              {words.cancel}
            </Button>
            <Button onClick={() => void make()} loading={isBusy}>
              {words.duplicate}
            </Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
