import confirmDialogStyles from '../../../shared/ui/dialogs/confirm-dialog.module.css'
import { Dialog, DialogContent } from '../../../shared/ui/dialogs/dialog.tsx'
import { QrCode, qrFile } from '../../../shared/ui/dialogs/qr-code.tsx'
import { Button } from '../../../shared/ui/fields/button.ts'
import { CopyButton } from '../../../shared/ui/fields/copy-button.tsx'
import { saveBlob } from '../../../shared/ui/files/save-blob.ts'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { openLink } from '../request-acts.ts'
import { requestsWords } from '../words/requests-words.ts'
import requestListStyles from './request-list.module.css'

interface QrDialogProps {
  request: { title: string; slug: string; link: string }
  isOpen: boolean
  onEnd: () => void
}

/** The open link as a QR code, for scanning from a screen or from print. */
export function QrDialog({ request, isOpen, onEnd }: QrDialogProps) {
  const words = useWords(requestsWords)
  const url = openLink(request.link)
  return (
    <Dialog opened={isOpen} onClose={onEnd} size="sm" centered>
      <DialogContent
        label={words.qrTitle}
        className={confirmDialogStyles.confirmContent}
        bodyClassName={`${confirmDialogStyles.confirm} ${requestListStyles.requestQr}`}
      >
        <h2>{words.qrTitle}</h2>
        <p className={textStyles.soft}>{words.qrText(request.title)}</p>
        <QrCode text={url.href} label={words.qrLabel(url.href)} />
        <CopyButton text={url.href} label={words.copyLink} done={words.linkCopied}>
          {`${url.host}${url.pathname}`}
        </CopyButton>
        <div className={`${partsStyles.answers} ${layoutStyles.above}`}>
          <Button
            variant="default"
            leftSection={<Icon name="download" />}
            onClick={() => saveBlob(qrFile(url.href), `${request.slug}.svg`)}
          >
            {words.qrSave}
          </Button>
          <Button onClick={onEnd} data-autofocus>
            {words.close}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  )
}
