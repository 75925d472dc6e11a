import type { DefaultInstant } from './column-types.ts'

/** Whom a transfer or a request (`thing`, its id) was ever mailed to, by mailbox. */
export interface MailedPeopleTable {
  thing: string
  mailbox: string
}
/** When a sender mailed one mailbox within the last day. */
export interface MailPacesTable {
  sender: string
  mailbox: string
  times: string[]
  last_at: DefaultInstant
}

export interface MailLimitTables {
  mailed_people: MailedPeopleTable
  mail_paces: MailPacesTable
}
