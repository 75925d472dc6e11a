const files = (count: number) => (count === 1 ? '1 file' : `${count} files`)
const answers = (count: number) => (count === 1 ? '1 answer' : `${count} answers`)
/** What a submission holds: files, answers, or both. */
const sent = (count: number, answered: number) =>
  [count > 0 || answered === 0 ? files(count) : '', answered > 0 ? answers(answered) : ''].filter(Boolean).join(' and ')

/** The mails about file requests. */
export const requestWords = {
  filesAsked: {
    subject: (who: string, title: string) => `${who} asked you for files: ${title}`,
    heading: (who: string) => `${who} asked you for files`,
    signed: (name: string | null, company: string | null) => `Name: ${[name, company].filter(Boolean).join(', ')}`,
    required: 'Required',
    optional: 'Optional',
    due: (moment: string) => `Please send them by ${moment}.`,
    button: 'Send files',
    explain:
      'You don’t need an account. This link is only for you. You can pause and continue within 7 days, even on another device.',
    sealed: (who: string) =>
      `This request takes sealed files: your browser encrypts each file before it leaves your device, and only ${who} can open it.`,
    explainSealed:
      'You don’t need an account. This link is only for you. You can pause and continue within 7 days, on the device where you started.',
    unknownSender: 'Send files only to people you know. Reply to this email to write to them.',
    again: {
      stamp: { soon: 'Still missing', late: 'Overdue' },
      subject: (title: string) => `Files still missing: ${title}`,
      heading: (who: string) => `${who} is still waiting for your files`,
      wasDue: (moment: string) => `They were due by ${moment}. You can still send them.`,
    },
    sentBack: {
      stamp: 'Sent back',
      subject: (item: string, title: string) => `Please send again: ${item} (${title})`,
      heading: (who: string, item: string) => `${who} asked you to send “${item}” again`,
      button: 'Send it again',
    },
  },

  submissionReceipt: {
    stamp: 'Received',
    subject: (count: number, title: string, answered = 0) => `Received: ${sent(count, answered)} for ${title}`,
    heading: (count: number, who: string, answered = 0) =>
      `${who} has your ${count === 1 && answered === 0 ? 'file' : sent(count, answered)}`,
    arrived: (moment: string) => `Arrived ${moment}`,
    unsummed: 'The SHA-256 checksums are still being calculated. Your page shows them when they are ready.',
    keepAnswers: 'Keep this email. Your page shows what you answered.',
    keep: 'Keep this email. Its checksums can show later that these were the files.',
    sealedSum: 'SHA-256 of the sealed file, as stored:',
    claimedSum: 'SHA-256 of your file, as reported by your browser:',
    button: 'View your submission',
  },

  submissionArrived: {
    stamp: { complete: 'Complete', late: 'Late', part: 'Arrived' },
    someone: 'Someone with your link',
    subject: (who: string, count: number, title: string, answered = 0) =>
      `${who} sent ${sent(count, answered)}: ${title}`,
    heading: (who: string, count: number, answered = 0) => `${who} sent ${sent(count, answered)}`,
    complete: 'Everything required has arrived.',
    missing: (names: string) => `Still missing: ${names}`,
    sealed: 'The files are sealed. Open them on the request’s page with its passphrase.',
    button: 'Review files',
    buttonAnswers: 'Review answers',
  },

  inboxFull: {
    subject: (title: string) => `Storage full: files for ${title} were turned away`,
    heading: 'Your storage is full, so files could not be sent to you',
    explain: (title: string, limit: string) =>
      `Files for “${title}” were turned away because they do not fit in your ${limit}. The people who sent them were told, and can try again once there is space.`,
    button: 'Free up storage',
  },
}
