import type { TemplateName } from '../mail-facts.ts'
import type { Template } from '../written-mail.ts'
import { accessAsked } from './access-asked.ts'
import { accountDeleted } from './account-deleted.ts'
import { anchorMade } from './anchor-made.ts'
import { askCode } from './ask-code.ts'
import { batchArrived } from './batch-arrived.ts'
import { batchReceipt } from './batch-receipt.ts'
import { digest } from './digest.ts'
import { downloadStopped } from './download-stopped.ts'
import { downloadsFinished } from './downloads-finished.ts'
import { downloadsListed } from './downloads-listed.ts'
import { emailChanged } from './email-changed.ts'
import { factorChanged } from './factor-changed.ts'
import { fileWithdrawn } from './file-withdrawn.ts'
import { filesArrived } from './files-arrived.ts'
import { filesAsked, filesAskedAgain, slotSentBack } from './files-asked.ts'
import { filesWaiting } from './files-waiting.ts'
import { inboxFull } from './inbox-full.ts'
import { linkCode } from './link-code.ts'
import { newSignIn } from './new-sign-in.ts'
import { notFetched } from './not-fetched.ts'
import { passwordChanged } from './password-changed.ts'
import { passwordReset } from './password-reset.ts'
import { senderCode } from './sender-code.ts'
import { sessionReused } from './session-reused.ts'
import { timeAsked } from './time-asked.ts'
import { timeGiven } from './time-given.ts'
import { transferOpened } from './transfer-opened.ts'
import { webhookPaused } from './webhook-paused.ts'

export const templates: { [Name in TemplateName]: Template<Name> } = {
  'sender-code': senderCode,
  'link-code': linkCode,
  'ask-code': askCode,
  'time-asked': timeAsked,
  'access-asked': accessAsked,
  'time-given': timeGiven,
  'files-arrived': filesArrived,
  'files-arrived-again': (facts, reader) => filesArrived(facts, reader),
  'files-waiting': filesWaiting,
  'downloads-finished': downloadsFinished,
  'download-stopped': downloadStopped,
  'transfer-opened': transferOpened,
  'downloads-listed': downloadsListed,
  'not-fetched': notFetched,
  digest,
  'files-asked': filesAsked,
  'files-asked-again': filesAskedAgain,
  'slot-sent-back': slotSentBack,
  'batch-receipt': batchReceipt,
  'batch-arrived': batchArrived,
  'inbox-full': inboxFull,
  'file-withdrawn': fileWithdrawn,
  'new-sign-in': newSignIn,
  'session-reused': sessionReused,
  'password-reset': passwordReset,
  'password-changed': passwordChanged,
  'factor-changed': factorChanged,
  'anchor-made': anchorMade,
  'webhook-paused': webhookPaused,
  'email-changed': emailChanged,
  'account-deleted': accountDeleted,
}
