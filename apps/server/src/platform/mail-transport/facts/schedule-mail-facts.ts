/** Of what was chosen at sending, in a mail to a recipient. Both absent in older mails. */
export interface ChosenAtSending {
  title?: string | null
  /** The page asks for a password: `files` is empty. */
  isLocked?: boolean
}

/** Of the mails about scheduled transfers. */
export interface ScheduleMailFacts {
  /** To the sender: a scheduled transfer could not be sent at its time. */
  'not-sent': {
    slug: string
    /** Its title, or its first file with how many `others`. */
    name: string
    others: number
    /** 'YYYY-MM-DDTHH:mm' in `timeZone`. */
    localTime: string
    timeZone: string
    /** A problem code. */
    because: string
    link: string
  }
}
