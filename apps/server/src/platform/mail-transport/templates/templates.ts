import type { TemplateName } from '../facts/mail-facts.ts'
import type { Template } from '../mail-document.ts'
import { infectedArrived, transferBlocked, transferReported } from './abuse-mails.ts'
import { accessRequested, extensionGranted, extensionRequested } from './access-request-mails.ts'
import {
  accountDeleted,
  emailChanged,
  factorChanged,
  newSignIn,
  passwordChanged,
  passwordReset,
  sessionReused,
} from './account-mails.ts'
import { anchorMade } from './anchor-made.ts'
import { arrivalChanged, uploadBrokeOff } from './arrival-mails.ts'
import { accessRequestCode, linkCodeMail, senderCode } from './code-mails.ts'
import { commentsWritten } from './comments-written.ts'
import { conversationAnswered, conversationFilesRefused, conversationMessage } from './conversation-mails.ts'
import { digest } from './digest.ts'
import { hostWrong, mailDomainFailed, mailDomainTest } from './domain-mails.ts'
import { downloadStopped } from './download-stopped.ts'
import { downloadsFinished } from './downloads-finished.ts'
import { downloadsListed } from './downloads-listed.ts'
import { fileWithdrawn } from './file-withdrawn.ts'
import { filesArrived, filesWaiting } from './files-arrived.ts'
import { filesAsked, filesAskedAgain, itemSentBack } from './files-asked.ts'
import { notFetched } from './not-fetched.ts'
import { notSent } from './not-sent.ts'
import { paymentFailed, planCharged, planEnded, prepaidBought, prepaidEnding, trialEnding } from './payment-mails.ts'
import { inboxFull, submissionArrived, submissionReceipt } from './submission-mails.ts'
import {
  requestShared,
  teamFactorRequired,
  teamHandedOver,
  teamHandoverAsked,
  teamInvite,
  teamJoined,
  teamOverSeats,
  teamRemoved,
  transferShared,
} from './team-mails.ts'
import { transferOpened } from './transfer-opened.ts'
import { webhookPaused } from './webhook-paused.ts'

export const templates: { [Name in TemplateName]: Template<Name> } = {
  'sender-code': senderCode,
  'link-code': linkCodeMail,
  'access-request-code': accessRequestCode,
  'extension-requested': extensionRequested,
  'access-requested': accessRequested,
  'extension-granted': extensionGranted,
  'files-arrived': filesArrived,
  'files-arrived-again': (facts, reader) => filesArrived(facts, reader),
  'files-waiting': filesWaiting,
  'downloads-finished': downloadsFinished,
  'download-stopped': downloadStopped,
  'transfer-opened': transferOpened,
  'downloads-listed': downloadsListed,
  'not-fetched': notFetched,
  'not-sent': notSent,
  'upload-broke-off': uploadBrokeOff,
  'arrival-changed': arrivalChanged,
  digest,
  'files-asked': filesAsked,
  'files-asked-again': filesAskedAgain,
  'item-sent-back': itemSentBack,
  'submission-receipt': submissionReceipt,
  'submission-arrived': submissionArrived,
  'comments-written': commentsWritten,
  'inbox-full': inboxFull,
  'file-withdrawn': fileWithdrawn,
  'transfer-reported': transferReported,
  'transfer-blocked': transferBlocked,
  'infected-arrived': infectedArrived,
  'new-sign-in': newSignIn,
  'session-reused': sessionReused,
  'password-reset': passwordReset,
  'password-changed': passwordChanged,
  'factor-changed': factorChanged,
  'anchor-made': anchorMade,
  'webhook-paused': webhookPaused,
  'conversation-message': conversationMessage,
  'conversation-answered': conversationAnswered,
  'conversation-files-refused': conversationFilesRefused,
  'trial-ending': trialEnding,
  'plan-charged': planCharged,
  'prepaid-bought': prepaidBought,
  'payment-failed': paymentFailed,
  'plan-ended': planEnded,
  'prepaid-ending': prepaidEnding,
  'email-changed': emailChanged,
  'team-invite': teamInvite,
  'team-joined': teamJoined,
  'team-removed': teamRemoved,
  'team-handover-asked': teamHandoverAsked,
  'team-factor-required': teamFactorRequired,
  'team-handed-over': teamHandedOver,
  'team-over-seats': teamOverSeats,
  'host-wrong': hostWrong,
  'transfer-shared': transferShared,
  'request-shared': requestShared,
  'mail-domain-failed': mailDomainFailed,
  'mail-domain-test': mailDomainTest,
  'account-deleted': accountDeleted,
}
