export { bouncedMail } from './bounce-address.ts'
export { MailboxAway } from './bounce-mailbox.ts'
export {
  type CodePurpose,
  type ListedDownload,
  MAX_LISTED_FILES,
  MAX_LISTED_PEOPLE,
  type MailFacts,
  type Place,
} from './mail-facts.ts'
export { withdrawMails } from './mail-store.ts'
export { mailTasks } from './mail-tasks.ts'
export { queueMail } from './queue-mail.ts'
export { type DeliveryReport, readReport } from './read-report.ts'
export { requireFewBounces } from './require-few-bounces.ts'
export { senderLink } from './sender-link.ts'
