const files = (count: number) => (count === 1 ? '1 file' : `${count} files`)
const minutes = (count: number) => (count === 1 ? '1 minute' : `${count} minutes`)

/** Every word of the mails. The Chinese table has the type of this one. */
export const en = {
  locale: 'en',
  number: (slug: string) => `No. ${slug}`,
  total: 'Total',
  andMore: (count: number) => `and ${count} more`,
  addressVerified: (address: string) => `${address}, address verified`,
  addressNotVerified: (address: string) => `${address}, address not verified`,
  whoeverHoldsLink: 'Someone with your link',
  place: (city: string | null, country: string | null) => [city, country].filter(Boolean).join(', '),
  inYourTime: (time: string) => `${time} your time`,
  inTheirTime: (time: string) => `${time} their time`,
  footer: (origin: string) => `Sent by Waybill, ${origin}`,

  senderCode: {
    subject: (code: string) => `Your Waybill code: ${code}`,
    heading: 'Confirm your address',
    ask: 'Type this code on the page where you are sending files:',
    validFor: (count: number) => `It works for ${minutes(count)}, once, in the browser that asked for it.`,
    notYou: 'If you did not ask for it, ignore this mail: without the code nothing is sent in your name.',
  },

  filesArrived: {
    subject: (sender: string, count: number) => `${sender} sent you ${files(count)}`,
    heading: (sender: string, count: number) => `${sender} sent you ${files(count)}`,
    button: 'Get your files',
    expires: (day: string) => `Expires ${day}`,
    expiryTime: (time: string) => `at ${time}`,
    neverExpires: 'Never expires',
    senderSees: 'The sender sees when you download.',
    ownLink: 'The link is yours alone. Reply to this mail to write to the sender.',
    unknownSender: 'Open files only from people you know.',
  },

  downloadsFinished: {
    subject: (who: string, count: number) => `${who} downloaded ${files(count)}`,
    heading: (who: string, count: number) => `${who} has everything: ${files(count)}`,
    stamp: 'Delivered',
    from: 'Downloaded in',
    unknownPlace: 'an unknown place',
  },

  downloadStopped: {
    stamp: 'Half-way',
    subject: (who: string) => `${who} stopped half-way`,
    heading: (who: string, finished: number, count: number) => `${who} has ${finished} of ${files(count)}`,
    explain: (delivered: string, total: string) =>
      `${delivered} of ${total} arrived, then nothing for an hour. The link still works and goes on where it stopped.`,
    lastByte: 'Last byte',
    delivered: (delivered: string, total: string) => `${delivered} of ${total}`,
    notFinished: 'Not finished',
  },

  fileWithdrawn: {
    subject: (name: string) => `A file was withdrawn: ${name}`,
    heading: 'A file was withdrawn',
    explain:
      'What is stored of this file is not what your browser sent. It can no longer be downloaded, so that nobody gets a damaged copy.',
    next: 'Please send this file again. The others are not affected.',
  },

  mailbox: {
    title: 'Mailbox',
    explain: 'No mail server is set, so mails are kept here and go nowhere. Only this machine can read them.',
    empty: 'No mail yet. Send something, and its mails appear here.',
    pick: 'Pick a mail.',
    from: 'From',
    to: 'To',
    replyTo: 'Reply to',
    date: 'Date',
    plainText: 'Plain text',
    older: (count: number) => `${count} older mails are not listed.`,
  },
}

export type MailWords = typeof en
