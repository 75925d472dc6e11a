import { ofExchange, ofExim } from './exim-exchange.ts'
import { notReports } from './no-reports.ts'
import { ofOddities } from './odd.ts'
import { ofGmail, ofOthers, ofSendmail } from './others.ts'
import { ofPostfix } from './postfix.ts'
import type { ReturnedMail } from './write-report.ts'

/**
 * Mails as they come back, in the manner of the servers that write them: what each says of the mail that left from
 * `to`, the address of its envelope.
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
