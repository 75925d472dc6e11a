export { MAX_LISTED_FILES, type MailFacts, type Place } from './mail-facts.ts'
export { mailTasks } from './mail-tasks.ts'
export { queueMail } from './queue-mail.ts'
