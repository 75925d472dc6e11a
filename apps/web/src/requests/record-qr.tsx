import { Button, Modal } from '@mantine/core'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ScrollArea.css'
import type { RequestRecord } from '@waybill/contract/request-shapes'
import { Icon } from '../ui/icons.tsx'
import { QrCode, qrFile } from '../ui/qr-code.tsx'
import { saveBlob } from '../ui/save-blob.ts'
import { useWords } from '../words/language.tsx'
import { requestRecordWords } from '../words/request-record.ts'
import '../ui/confirm-dialog.css'

interface RecordQrProps {
  record: RequestRecord
  isOpen: boolean
  onEnd: () => void
}

/** The open link to be scanned from a screen, or from what is printed. */
export function RecordQr({ record, isOpen, onEnd }: RecordQrProps) {
  const words = useWords(requestRecordWords)
  const url = new URL(record.link, location.origin).href
  return (
    <Modal.Root opened={isOpen} onClose={onEnd} size="sm" centered>
      <Modal.Overlay />
      <Modal.Content aria-label={words.qrTitle} className="confirm-content">
        <Modal.Body className="confirm record-qr">
          <h2>{words.qrTitle}</h2>
          <p className="soft">{words.qrText}</p>
          <QrCode text={url} label={words.qrTitle} />
          <div className="confirm-answers">
            <Button
              variant="default"
              leftSection={<Icon name="download" />}
              onClick={() => saveBlob(qrFile(url), `${record.slug}.svg`)}
            >
              {words.qrSave}
            </Button>
            <Button onClick={onEnd} data-autofocus>
              {words.closePanel}
            </Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
