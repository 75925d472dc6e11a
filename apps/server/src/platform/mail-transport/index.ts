export { addressedTo, bouncedMail, tokenAddress } from './bounces/bounce-address.ts'
export { MailboxAway } from './bounces/bounce-mailbox.ts'
export { type DeliveryReport, readReport } from './bounces/read-report.ts'
export { isStoppedBy, readComplaints, requireFewBounces } from './bounces/require-few-bounces.ts'
export type { CodePurpose } from './facts/code-mail-facts.ts'
export {
  type ListedDownload,
  MAX_LISTED_FILES,
  MAX_LISTED_PEOPLE,
  type MailFacts,
  type MailPlace,
} from './facts/mail-facts.ts'
export type { NamedPlan, NewsOf, PaymentMailFacts, PaymentNews } from './facts/payment-mail-facts.ts'
export { countMails, listMailsOf, retryMailNow } from './mail-list-store.ts'
export {
  claimAskingBounce,
  claimBounce,
  claimMailOutcome,
  hasArrived,
  mailsToRecipient,
  mailsToSupplier,
  readOutcome,
  withdrawMails,
} from './mail-store.ts'
export { mailTasks } from './mail-tasks.ts'
export { detachMailsOf, detachMailsTo } from './old-mail-store.ts'
export { queueMail } from './queue-mail.ts'
export { senderLink } from './sender-link.ts'
export type { SigningDomain, SigningDomains, UnsignedBecause } from './signing-domains.ts'
export { cardIn } from './templates/payment-mails.ts'
export { signMessage } from './transport/sign-message.ts'
export { mailWords } from './words/mail-words.ts'
