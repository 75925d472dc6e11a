/** The drawer with the options of a transfer, and what loads after the form. */
export const options = {
  expiryTitle: 'Expires after',
  expiryLocked: 'Longer than 1 week is reserved for premium accounts.',
  wayTitle: 'Send as',
  wayEmail: 'Email',
  wayEmailHint: 'Each recipient gets an email with their own link.',
  wayLink: 'Link',
  wayLinkHint: 'You get one link to share.',
  reminderTitle: 'Reminder',
  reminder: 'Remind recipients who haven’t downloaded anything',
  reminderHint: 'One email to each of them, about two days before the transfer expires.',
  shareWith: 'Share with',
  shareWithHint: 'They see who opens and downloads it, and get one email about it.',
  optionsDone: 'Done',
  title: 'Title (optional)',
  titleHint: 'Recipients see it in the email and above the files.',
  access: 'Who may open it',
  password: 'Password',
  passwordHint: 'You give it to the recipients yourself. Their email doesn’t list the files.',
  passwordShort: (minChars: number) => `At least ${minChars} characters.`,
  downloadLimit: 'Download limit for each file and recipient',
  onlyProven: 'Only these recipients',
  onlyProvenHint: 'They verify their address with an emailed code before they see the files.',
  onlyProvenByLink: 'People verify their address with an emailed code before they see the files.',
  alerts: 'Emails to you about it',
}

export type OptionsWords = typeof options
