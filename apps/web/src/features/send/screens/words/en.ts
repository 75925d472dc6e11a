/** A transfer that is sent while its files upload. */
export const arriving = {
  name: 'Sent, still uploading',
  /** `count` 0: it is not known yet. */
  title: (there: number, count: number) => {
    if (count < 2) return count === 0 ? 'Sent.' : 'Sent. Its file is on its way.'
    if (there === 0) return `Sent. ${count} files are on their way.`
    return `Sent. ${there} of ${count} files ${there === 1 ? 'is' : 'are'} there.`
  },
  byMail: 'Recipients have their emails. They see what has arrived, and can download it.',
  byVisitor: 'Recipients have their emails. They see how far it is, and can download once everything is there.',
  byLink: 'Whoever has this link sees how far it is, and can download what is ready:',
  stayHere:
    'Keep this page open. If it closes, come back within 7 days of the start, or choose the same files again. If nothing arrives for a while, we email you and the recipients.',
  cancelTitle: 'Stop the upload?',
  cancelText:
    'The transfer is already sent: recipients see that the rest has not arrived. You can continue within 7 days of the start.',
  doneByMail: (size: string, count: string) => `${count}, ${size}. All of it is there for:`,
  doneByLink: (size: string, count: string) => `${count}, ${size}. All of it is there for anyone with this link:`,
  already: (slug: string) => ({
    title: 'These files are already sent',
    text: `Their upload goes on as transfer ${slug}, for its recipients. What you have just entered is not used.`,
  }),
  brokenName: 'Sent, upload stopped',
  brokenTitle: 'Your transfer is sent, but not all of it is there',
  brokenText: (kept: string, total: string) =>
    `${kept} of ${total} have arrived. Recipients see that the rest has not arrived. Continue, and it goes on where it stopped.`,
  resume: 'Continue upload',
  end: 'End upload',
  endTitle: 'End this upload?',
  endText:
    'What has not arrived leaves the transfer for good. Recipients keep the files that are there; if there are none, the transfer is deleted.',
  keep: 'Keep it',
}

export type ArrivingWords = typeof arriving
