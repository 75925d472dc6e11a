import { ofExchange, ofExim } from './exim-exchange.ts'
import { notReports } from './no-reports.ts'
import { ofOddities } from './odd.ts'
import { ofGmail, ofOthers, ofSendmail } from './others.ts'
import { ofPostfix } from './postfix.ts'
import type { ReturnedMail } from './write-report.ts'

/**
 * Returned mails, in the style of the servers that write them: each report about the mail from `to`, the envelope
 * sender.
 */
export const returnedMails: ReturnedMail[] = [
  ...ofPostfix,
  ...ofExim,
  ...ofExchange,
  ...ofGmail,
  ...ofSendmail,
  ...ofOthers,
  ...ofOddities,
  ...notReports,
]
