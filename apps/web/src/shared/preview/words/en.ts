/** What recipients see, shown to the sender. */
export const preview = {
  open: 'See it as they do',
  title: 'What recipients see',
  about: 'A preview: no link is opened, and nothing is counted.',
  asks: {
    password: 'Before this, they type the password.',
    code: 'Before this, they verify their address with an emailed code.',
  },
  noTitle: 'Recipients don’t see this title: it contains the name of a well-known company, and that takes a paid plan.',
  slipName: 'Preview of the transfer',
  forAnyone: 'Transfer for anyone with this link',
  forRecipient: (address: string) => `Transfer for ${address}`,
  headline: (who: string, count: number) => `${who} sent you ${count === 1 ? '1 file' : `${count} files`}`,
  verified: (address: string) => `${address}, address verified`,
  download: (size: string) => `Download all · ${size}`,
}

export type PreviewWords = typeof preview
