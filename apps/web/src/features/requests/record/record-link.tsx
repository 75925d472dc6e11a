import type { RequestRecord } from '@waybill/contract/requests/shapes'
import { useState } from 'react'
import { CopyButton } from '../../../shared/ui/fields/copy-button.tsx'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { QrDialog } from '../list/qr-dialog.tsx'
import { openLink } from '../request-acts.ts'
import { useRequestWords } from '../request-words.ts'
import requestRecordStyles from './request-record.module.css'
import { requestRecordWords } from './words/request-record-words.ts'

/** The open link, with a copy button and a QR code. */
export function RecordLink({ record }: { record: RequestRecord }) {
  const words = useRequestWords(requestRecordWords)
  const [isScanning, setScanning] = useState(false)
  if (!record.isOpenLink) {
    return (
      <p
        className={`${textStyles.soft} ${layoutStyles.row} ${layoutStyles.large} ${layoutStyles.above} ${requestRecordStyles.recordLink}`}
      >
        <Icon name="lock" size={16} /> {words.noOpenLink}
      </p>
    )
  }
  const url = openLink(record.link)
  return (
    <div
      className={`${layoutStyles.row} ${layoutStyles.large} ${layoutStyles.above} ${requestRecordStyles.recordLink}`}
    >
      <Icon name="link" size={18} />
      <CopyButton text={url.href} label={words.copyLink} done={words.linkCopied}>
        {`${url.host}${url.pathname}`}
      </CopyButton>
      <button type="button" className={textStyles.quietButton} onClick={() => setScanning(true)}>
        {words.qr}
      </button>
      {record.hasPassword && (
        <span className={`${textStyles.soft} ${requestRecordStyles.recordLocked}`}>
          <Icon name="lock" size={16} /> {words.withPassword}
        </span>
      )}
      <QrDialog request={record} isOpen={isScanning} onEnd={() => setScanning(false)} />
    </div>
  )
}
