import { Button, Modal } from '@mantine/core'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ScrollArea.css'
import { useNavigate } from '@tanstack/react-router'
import type { RequestRecord } from '@waybill/contract/request-shapes'
import { useState } from 'react'
import { useWords } from '../words/language.tsx'
import { requestRecordWords } from '../words/request-record.ts'
import { duplicateRequest } from './record-standing.ts'
import { useBusy } from './use-busy.ts'
import '../ui/confirm-dialog.css'

interface RecordDuplicateProps {
  record: RequestRecord
  isOpen: boolean
  onEnd: () => void
}

/** Makes the same request once more, and leads to it; whether its people are mailed too is asked first. */
export function RecordDuplicate({ record, isOpen, onEnd }: RecordDuplicateProps) {
  const words = useWords(requestRecordWords)
  const navigate = useNavigate()
  const [withPeople, setWithPeople] = useState(false)
  const [isBusy, run] = useBusy()
  const make = async () => {
    const slug = await duplicateRequest(record, withPeople)
    if (slug === null) return
    onEnd()
    await navigate({ to: '/dash/requests/$slug', params: { slug } })
  }
  return (
    <Modal.Root opened={isOpen} onClose={onEnd} size="sm" centered>
      <Modal.Overlay />
      <Modal.Content aria-label={words.duplicateTitle} className="confirm-content">
        <Modal.Body className="confirm">
          <h2>{words.duplicateTitle}</h2>
          <p className="soft">{words.duplicateText}</p>
          {record.counts.people > 0 && (
            <label className="record-tick">
              <input
                type="checkbox"
                checked={withPeople}
                onChange={(event) => setWithPeople(event.currentTarget.checked)}
              />
              <span>{words.duplicateWith}</span>
            </label>
          )}
          <div className="confirm-answers">
            <Button variant="default" onClick={onEnd} data-autofocus>
              {words.cancel}
            </Button>
            <Button loading={isBusy} onClick={() => run(make)}>
              {words.duplicate}
            </Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
