import type { TemplateName } from '../mail-facts.ts'
import type { Template } from '../written-mail.ts'
import { downloadStopped } from './download-stopped.ts'
import { downloadsFinished } from './downloads-finished.ts'
import { fileWithdrawn } from './file-withdrawn.ts'
import { filesArrived } from './files-arrived.ts'
import { senderCode } from './sender-code.ts'

export const templates: { [Name in TemplateName]: Template<Name> } = {
  'sender-code': senderCode,
  'files-arrived': filesArrived,
  'downloads-finished': downloadsFinished,
  'download-stopped': downloadStopped,
  'file-withdrawn': fileWithdrawn,
}
