/** Of what was chosen at sending, in a mail to a recipient. Both absent in older mails. */
export interface ChosenAtSending {
  title?: string | null
  /** The page asks for a password: `files` is empty. */
  isLocked?: boolean
}
