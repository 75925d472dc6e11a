const files = (count: number) => (count === 1 ? '1 file' : `${count} files`)

/** Of mails about asking for files. */
export const requestWords = {
  filesAsked: {
    subject: (who: string, title: string) => `${who} asks you for files: ${title}`,
    heading: (who: string) => `${who} asks you for files`,
    signed: (name: string | null, company: string | null) => `Signed: ${[name, company].filter(Boolean).join(', ')}`,
    required: 'Required',
    optional: 'Optional',
    due: (moment: string) => `Please send them by ${moment}.`,
    button: 'Send files',
    explain:
      'You need no account. The link is yours alone, and you can stop and go on within 7 days, also on another device.',
    sealed: (who: string) =>
      `This request takes sealed files: your browser encrypts each before it leaves your device, and only ${who} can open it.`,
    explainSealed:
      'You need no account. The link is yours alone, and you can stop and go on within 7 days, on the device where you began.',
    unknownSender: 'Send files only to people you know. Reply to this mail to write to them.',
    again: {
      stamp: { soon: 'Still missing', late: 'Late' },
      subject: (title: string) => `Still missing: ${title}`,
      heading: (who: string) => `${who} still waits for your files`,
      wasDue: (moment: string) => `They were to come by ${moment}. You can still send them.`,
    },
    sentBack: {
      stamp: 'Sent back',
      subject: (slot: string, title: string) => `Please send once more: ${slot} (${title})`,
      heading: (who: string, slot: string) => `${who} asks for “${slot}” once more`,
      button: 'Send it again',
    },
  },

  batchReceipt: {
    stamp: 'Received',
    subject: (count: number, title: string) => `Received: ${files(count)} for ${title}`,
    heading: (count: number, who: string) => `${who} has your ${files(count)}`,
    arrived: (moment: string) => `Arrived ${moment}`,
    unsummed: 'SHA-256 is still being worked out; your page shows it.',
    keep: 'Keep this mail: the sums show later that these were the files.',
    sealedSum: 'SHA-256 of the sealed file, as stored:',
    claimedSum: 'SHA-256 of your file, as your browser says:',
    button: 'Your page',
  },

  batchArrived: {
    stamp: { complete: 'Complete', late: 'Late', part: 'Arrived' },
    someone: 'Someone with your link',
    subject: (who: string, count: number, title: string) => `${who} sent ${files(count)}: ${title}`,
    heading: (who: string, count: number) => `${who} sent ${files(count)}`,
    complete: 'Everything that was required is there.',
    missing: (names: string) => `Still missing: ${names}`,
    sealed: 'The files are sealed. You open them on the request’s page, with its passphrase.',
    button: 'Look at them',
  },

  inboxFull: {
    subject: (title: string) => `Your storage is full: nothing more arrives for ${title}`,
    heading: 'A supplier could not send: your storage is full',
    explain: (title: string, limit: string) =>
      `Files for “${title}” were turned away, for they do not fit into your ${limit}. Whoever sent them was told kindly, and can try again once there is room.`,
    button: 'Make room',
  },
}
